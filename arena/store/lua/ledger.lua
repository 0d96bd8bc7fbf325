-- What several scripts share: put before each of them. KEYS[1] is the prefix of all keys.
local P = KEYS[1]
local CALLED_OFF = '{"verdict":"cancelled","reason":"called off by the organiser"}'

local function match_key(id) return P .. 'match:' .. id end

-- The seats of a match give back, or take (by = 1), their place at their bots.
local function seat_bots(m, by)
  for _, seat in ipairs(m.seats) do
    if redis.call('HINCRBY', P .. 'busy', seat[2], by) <= 0 then redis.call('HDEL', P .. 'busy', seat[2]) end
  end
end

-- A match is no longer with a worker.
local function leave_worker(id, m)
  if redis.call('ZREM', P .. 'leases', id) == 1 then seat_bots(m, -1) end
end

-- A match waits for a worker; while its tournament is paused it only waits.
local function enqueue(id, m, seq, now)
  if m.tournament ~= '' and redis.call('HGET', P .. 'tournament:' .. m.tournament, 'state') == 'paused' then
    redis.call('HSET', match_key(id), 'state', 'paused')
    return
  end
  redis.call('ZADD', P .. 'queue', seq, id)
  redis.call('HSET', match_key(id), 'state', 'queued', 'queued', now)
end

-- The end of a match, whatever the verdict: its set, its tournament, its traces as a running match.
local function close(id, m, result, now)
  leave_worker(id, m)
  redis.call('ZREM', P .. 'queue', id)
  redis.call('HSET', match_key(id), 'state', 'done', 'result', result, 'finished', now)
  redis.call('HDEL', match_key(id), 'token', 'worker', 'solo', 'begun', 'queued', 'cancel')
  redis.call('DEL', P .. 'moves:' .. id)
  if m.table_set ~= '' then
    local set = P .. 'set:' .. m.table_set
    local left = redis.call('HINCRBY', set, 'left', -1)
    if left == 1 then
      local last = redis.call('HGET', set, 'last')
      if last and redis.call('HGET', match_key(last), 'state') == 'held' then
        enqueue(last, m, tonumber(redis.call('HGET', match_key(last), 'seq')), now)
      end
    end
  end
  if m.tournament ~= '' then
    redis.call('HINCRBY', P .. 'tournament:' .. m.tournament, 'done', 1)
    redis.call('SREM', P .. 'tournament:' .. m.tournament .. ':open', id)
    redis.call('RPUSH', P .. 'tournament:' .. m.tournament .. ':results', id)
  end
end

local function tell(kind, id, m, extra)
  redis.call('XADD', P .. 'events', 'MAXLEN', '~', 10000, '*', 'kind', kind, 'match', id, 'game', m.game,
    'tournament', m.tournament, 'data', extra)
end

local function count(field, by)
  redis.call('HINCRBY', P .. 'counters', field, by)
end
