-- A worker that stops hands its matches over. ARGV: token, now, ids. Returns how many were still its own.
local token, now = ARGV[1], ARGV[2]
local released = 0
for i = 3, #ARGV do
  local id = ARGV[i]
  local ours, text, seq = unpack(redis.call('HMGET', match_key(id), 'token', 'match', 'seq'))
  if ours == token then
    local m = cjson.decode(text)
    leave_worker(id, m)
    redis.call('HDEL', match_key(id), 'token', 'worker', 'solo')
    enqueue(id, m, tonumber(seq), now)
    released = released + 1
  end
end
count('handovers', released)
return released
