-- Records a finished match: result, ratings and head-to-head if it is rated, counters, replay, live event; all or nothing, once.
-- ARGV: id, token, now, result (JSON), played (1) or not (0), ranks (JSON), replay (may be empty), K new, K settled, settled after,
-- start rating, then counter fields and increments. Returns 1 recorded, 0 recorded before, -1 not this worker's any more.
local id, token, now, result = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local key = match_key(id)
local state, ours, text = unpack(redis.call('HMGET', key, 'state', 'token', 'match'))
if state == 'done' then return 0 end
if ours ~= token then return -1 end
local m = cjson.decode(text)
local after = {}
if ARGV[5] == '1' and m.rated then
  local ranks = cjson.decode(ARGV[6])
  local k_new, k_settled, settled_after, start = tonumber(ARGV[8]), tonumber(ARGV[9]), tonumber(ARGV[10]), tonumber(ARGV[11])
  local elo, games, h2h = P .. 'elo:' .. m.game, P .. 'games:' .. m.game, P .. 'h2h:' .. m.game
  local n = #m.seats
  local rating, k, change, names, tally = {}, {}, {}, {}, {}
  local function tell_apart(one, did, other, other_did)
    tally[one .. did] = (tally[one .. did] or 0) + 1
    tally[other .. other_did] = (tally[other .. other_did] or 0) + 1
  end
  for i = 1, n do
    names[i] = m.seats[i][1]
    rating[i] = tonumber(redis.call('ZSCORE', elo, names[i]) or start)
    k[i] = tonumber(redis.call('HGET', games, names[i]) or '0') < settled_after and k_new or k_settled
    change[i] = 0
  end
  for i = 1, n do
    for j = i + 1, n do
      if names[i] ~= names[j] then
        local score = ranks[i] < ranks[j] and 1 or ranks[i] > ranks[j] and 0 or 0.5
        local expected = 1 / (1 + 10 ^ ((rating[j] - rating[i]) / 400))
        local by = (k[i] + k[j]) / 2 / (n - 1) * (score - expected)
        change[i] = change[i] + by
        change[j] = change[j] - by
        local a, b = names[i], names[j]
        if score == 0.5 then
          if b < a then a, b = b, a end
          redis.call('HINCRBY', h2h, a .. ' ' .. b .. ' =', 1)
          tell_apart(a, ' tied', b, ' tied')
        else
          if score == 0 then a, b = b, a end
          redis.call('HINCRBY', h2h, a .. ' ' .. b, 1)
          tell_apart(a, ' won', b, ' lost')
        end
      end
    end
  end
  for field, pairs_of_seats in pairs(tally) do redis.call('HINCRBY', P .. 'tally:' .. m.game, field, pairs_of_seats) end
  -- A bot in several seats moves by the sum of its seats' changes.
  local total, places = {}, {}
  for i = 1, n do total[names[i]] = (total[names[i]] or 0) + change[i] end
  for i = 1, n do
    if total[names[i]] then
      local before = rating[i]
      redis.call('ZADD', elo, string.format('%.17g', before + total[names[i]]), names[i])
      rating[i] = before + total[names[i]]
      for j = i + 1, n do if names[j] == names[i] then rating[j] = rating[i] end end
      total[names[i]] = nil
    end
    redis.call('HINCRBY', games, names[i], 1)
    after[i] = string.format('%.2f', rating[i])
    places[i] = tostring(ranks[i])
  end
  redis.call('RPUSH', P .. 'log:' .. m.game, table.concat({id, m.table_set, table.concat(names, ','),
    table.concat(places, ','), table.concat(after, ','), now}, '|'))
  count('rating_updates', n)
  local spoilt = {}
  for _, fault in ipairs(cjson.decode(result).faults or {}) do
    local name = names[fault[1] + 1]
    spoilt[name] = true
    redis.call('HSET', P .. 'trouble', name, 'match ' .. id .. ', ' .. fault[4])
  end
  for _, name in ipairs(names) do
    if spoilt[name] == nil then redis.call('HDEL', P .. 'faulty', name)
    elseif spoilt[name] then
      redis.call('HINCRBY', P .. 'faulty', name, 1)
      spoilt[name] = false
    end
  end
end
if ARGV[7] ~= '' then redis.call('SET', P .. 'replay:' .. id, ARGV[7]) end
for i = 12, #ARGV, 2 do count(ARGV[i], ARGV[i + 1]) end
close(id, m, result, now)
tell(cjson.decode(result).verdict, id, m, cjson.encode({result = result, ratings = after}))
return 1
