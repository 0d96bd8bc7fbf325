-- Adds table sets to the queue. ARGV: tournament, now, sets as JSON: [{set, matches: [record...]}, ...].
-- A set that exists is left as it is, so planning twice changes nothing. Returns how many matches were added, or -1 when the
-- tournament does not run.
local tournament, now = ARGV[1], ARGV[2]
if tournament ~= '' then
  local state = redis.call('HGET', P .. 'tournament:' .. tournament, 'state')
  if state ~= 'running' then return -1 end
end
local added = 0
for _, set in ipairs(cjson.decode(ARGV[3])) do
  local key = P .. 'set:' .. set.set
  if redis.call('EXISTS', key) == 0 then
    local size = #set.matches
    redis.call('HSET', key, 'size', size, 'left', size)
    for i, text in ipairs(set.matches) do
      local m = cjson.decode(text)
      local seq = redis.call('INCR', P .. 'sequence')
      redis.call('HSET', match_key(m.id), 'match', text, 'seq', seq, 'state', 'held')
      if i == size and size > 1 then
        redis.call('HSET', key, 'last', m.id)  -- shows the seed: begins when the others are over
      else
        enqueue(m.id, m, seq, now)
      end
      if tournament ~= '' then
        redis.call('SADD', P .. 'tournament:' .. tournament .. ':open', m.id)
        redis.call('HINCRBY', P .. 'tournament:' .. tournament, 'planned', 1)
      end
      if m.rated then redis.call('RPUSH', P .. 'matches', m.id) end
      added = added + 1
    end
  end
end
count('planned', added)
return added
