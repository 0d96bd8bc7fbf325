-- Renews leases and appends moves. ARGV: token, now, lease until, then for each match: id, offset, text.
-- Text goes in only where the journal ends at its offset. Returns {id, length or -1 (no longer ours) or -2 (called off), ...} of
-- those that need attention.
local token, til = ARGV[1], ARGV[3]
local result = {}
for i = 4, #ARGV, 3 do
  local id, offset, text = ARGV[i], tonumber(ARGV[i + 1]), ARGV[i + 2]
  local ours, cancel = unpack(redis.call('HMGET', match_key(id), 'token', 'cancel'))
  local answer
  if ours ~= token then
    answer = -1
  else
    redis.call('ZADD', P .. 'leases', 'XX', til, id)
    local length = redis.call('STRLEN', P .. 'moves:' .. id)
    if length ~= offset then
      answer = length
    elseif text ~= '' then
      redis.call('APPEND', P .. 'moves:' .. id, text)
    end
    if cancel then answer = -2 end
  end
  if answer then
    table.insert(result, id)
    table.insert(result, answer)
  end
end
return result
