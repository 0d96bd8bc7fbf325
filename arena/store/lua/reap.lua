-- Matches of workers that fell silent go back to the queue; one that gets no further at too many deaths is set aside. A match that
-- made moves since it was taken is not what killed its worker.
-- ARGV: now, deaths allowed, deaths alone allowed. Returns {requeued, set aside}.
local now, deaths_allowed, alone_allowed = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local requeued, aside = 0, 0
for _, id in ipairs(redis.call('ZRANGEBYSCORE', P .. 'leases', '-inf', now, 'LIMIT', 0, 200)) do
  local key = match_key(id)
  local text, seq, solo, worker, begun = unpack(redis.call('HMGET', key, 'match', 'seq', 'solo', 'worker', 'begun'))
  local m = cjson.decode(text)
  if redis.call('STRLEN', P .. 'moves:' .. id) > tonumber(begun or '0') then redis.call('HDEL', key, 'deaths', 'deaths_alone') end
  local deaths = redis.call('HINCRBY', key, 'deaths', 1)
  local alone = redis.call('HINCRBY', key, 'deaths_alone', tonumber(solo or '0'))
  count('recoveries', 1)
  if deaths >= deaths_allowed and alone >= alone_allowed then
    local reason = string.format('set aside: %d workers died over it in a row, %d of them with nothing else to play; the last was %s',
      deaths, alone, worker or 'unknown')
    close(id, m, cjson.encode({verdict = 'set-aside', reason = reason}), now)
    count('aside:' .. m.game, 1)
    tell('set-aside', id, m, reason)
    aside = aside + 1
  else
    leave_worker(id, m)
    redis.call('HDEL', key, 'token', 'worker', 'solo')
    if redis.call('HEXISTS', key, 'cancel') == 1 then
      close(id, m, CALLED_OFF, now)
      count('cancelled:' .. m.game, 1)
      tell('cancelled', id, m, '')
    else
      enqueue(id, m, tonumber(seq), now)
      requeued = requeued + 1
    end
  end
end
return {requeued, aside}
