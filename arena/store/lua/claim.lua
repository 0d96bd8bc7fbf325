-- A worker takes matches. ARGV: worker, now, lease until, most, alone (1: the worker plays nothing else), token, suspicion.
-- A match that was there when a worker died several times is a suspect: it is played alone. A bot that said how many matches it
-- takes is not given more, over all workers. Returns {id, record, moves, ...}.
local worker, now, til, most, alone, token = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), ARGV[5] == '1', ARGV[6]
local suspicion = tonumber(ARGV[7])
local SCANNED = 2048  -- of the queue, at the most
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

-- Takes a match if it may be taken now; whether the worker has enough.
local function take(id)
  local key = match_key(id)
  local text, deaths = unpack(redis.call('HMGET', key, 'match', 'deaths'))
  local suspect = tonumber(deaths or '0') >= suspicion
  if suspect and not (alone and taken == 0) then return false end
  local m = cjson.decode(text)
  if not has_room(m) then return false end
  local moves = redis.call('GET', P .. 'moves:' .. id) or ''
  redis.call('ZREM', P .. 'queue', id)
  redis.call('ZADD', P .. 'leases', til, id)
  seat_bots(m, 1)
  redis.call('HSET', key, 'state', 'running', 'token', token, 'worker', worker, 'solo', suspect and 1 or 0, 'begun', #moves)
  redis.call('HINCRBY', key, 'attempt', 1)
  table.insert(result, id)
  table.insert(result, text)
  table.insert(result, moves)
  taken = taken + 1
  return suspect or taken == most
end

-- Matches of bots that are full are passed over, a few pages at the most.
local start, page = 0, 128
while start < SCANNED do
  local ids = redis.call('ZRANGE', P .. 'queue', start, start + page - 1)
  local before = taken
  for _, id in ipairs(ids) do
    if take(id) then return result end
  end
  if #ids < page then break end
  start = start + page - (taken - before)
end
return result
