-- A worker takes matches. ARGV: worker, now, lease until, most, alone (1: the worker plays nothing else), token, suspicion.
-- A match that was there when a worker died several times is a suspect: it is played alone. A bot that said how many matches it
-- takes is not given more, over all workers. Returns {id, record, moves, ...}.
local worker, now, til, most, alone, token = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), ARGV[5] == '1', ARGV[6]
local suspicion = tonumber(ARGV[7])
local limits = {}
local limited = redis.call('HGETALL', P .. 'limits')
for i = 1, #limited, 2 do limits[limited[i]] = tonumber(limited[i + 1]) end

local function has_room(m)
  if #limited == 0 then return true end
  local needs = {}
  for _, seat in ipairs(m.seats) do needs[seat[2]] = (needs[seat[2]] or 0) + 1 end
  for address, seats in pairs(needs) do
    local limit = limits[address]
    if limit then
      local busy = tonumber(redis.call('HGET', P .. 'busy', address) or '0')
      if busy > 0 and busy + seats > limit then return false end
    end
  end
  return true
end

local taken, result = 0, {}
for _, id in ipairs(redis.call('ZRANGE', P .. 'queue', 0, most + 255)) do
  local key = match_key(id)
  local text, deaths = unpack(redis.call('HMGET', key, 'match', 'deaths'))
  local suspect = tonumber(deaths or '0') >= suspicion
  if not suspect or (alone and taken == 0) then
    local m = cjson.decode(text)
    if has_room(m) then
      redis.call('ZREM', P .. 'queue', id)
      redis.call('ZADD', P .. 'leases', til, id)
      seat_bots(m, 1)
      redis.call('HSET', key, 'state', 'running', 'token', token, 'worker', worker, 'solo', suspect and 1 or 0)
      redis.call('HINCRBY', key, 'attempt', 1)
      table.insert(result, id)
      table.insert(result, text)
      table.insert(result, redis.call('GET', P .. 'moves:' .. id) or '')
      taken = taken + 1
      if suspect or taken == most then break end
    end
  end
end
return result
