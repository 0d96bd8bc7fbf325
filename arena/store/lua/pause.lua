-- Takes a tournament's waiting matches off the queue (ARGV[2] = paused), or puts them back (running). ARGV: tournament, state, now.
local tournament, state, now = ARGV[1], ARGV[2], ARGV[3]
local key = P .. 'tournament:' .. tournament
local before = redis.call('HGET', key, 'state')
if (state == 'paused' and before ~= 'running') or (state == 'running' and before ~= 'paused') then return -1 end
redis.call('HSET', key, 'state', state)
local moved = 0
for _, id in ipairs(redis.call('SMEMBERS', key .. ':open')) do
  local at, seq, text = unpack(redis.call('HMGET', match_key(id), 'state', 'seq', 'match'))
  if state == 'paused' and at == 'queued' then
    redis.call('ZREM', P .. 'queue', id)
    redis.call('HSET', match_key(id), 'state', 'paused')
    moved = moved + 1
  elseif state == 'running' and at == 'paused' then
    enqueue(id, cjson.decode(text), tonumber(seq), now)
    moved = moved + 1
  end
end
return moved
