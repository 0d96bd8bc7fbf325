-- Calls off all open matches of a tournament: those that wait end now, those that run are told by their worker's next renewal.
-- ARGV: tournament, now. Returns {ended, told}.
local tournament, now = ARGV[1], ARGV[2]
redis.call('HSET', P .. 'tournament:' .. tournament, 'state', 'cancelled')
local ended, told = 0, 0
local open = redis.call('SMEMBERS', P .. 'tournament:' .. tournament .. ':open')
-- All are marked first: ending one must not let the last of its set begin.
for _, id in ipairs(open) do
  redis.call('HSET', match_key(id), 'cancel', 1)
end
for _, id in ipairs(open) do
  local state, text = unpack(redis.call('HMGET', match_key(id), 'state', 'match'))
  if state ~= 'running' and state ~= 'done' then
    local m = cjson.decode(text)
    close(id, m, CALLED_OFF, now)
    count('cancelled:' .. m.game, 1)
    tell('cancelled', id, m, '')
    ended = ended + 1
  elseif state == 'running' then
    told = told + 1
  end
end
return {ended, told}
