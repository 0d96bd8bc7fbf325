-- Wipes out a tournament, a part at a time. ARGV: tournament, how many matches at most. Returns how many matches went.
local id = ARGV[1]
local key = P .. 'tournament:' .. id
local matches = redis.call('LRANGE', key .. ':results', 0, ARGV[2] - 1)
for _, match in ipairs(matches) do
  local m = cjson.decode(redis.call('HGET', match_key(match), 'match'))
  redis.call('DEL', match_key(match), P .. 'replay:' .. match, P .. 'set:' .. m.table_set)
end
redis.call('LTRIM', key .. ':results', #matches, -1)
if #matches == 0 then
  redis.call('DEL', key, key .. ':open')
  redis.call('ZREM', P .. 'tournaments', id)
end
return #matches
