-- Writes a bot's version, how many matches its address takes, and, when it plays again, forgets its faults in a row.
-- ARGV: id, the version as JSON, address, concurrency, active (1) or not.
local id, address, concurrency = ARGV[1], ARGV[3], tonumber(ARGV[4])
redis.call('HSET', P .. 'bots', id, ARGV[2])
if concurrency > 0 then redis.call('HSET', P .. 'limits', address, concurrency) else redis.call('HDEL', P .. 'limits', address) end
if ARGV[5] == '1' then redis.call('HDEL', P .. 'faulty', id) end
