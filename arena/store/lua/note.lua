-- Who stands where in a tournament, and whether it is over; one that was called off or paused meanwhile stays so.
-- ARGV: id, placing as JSON, over (1) or not.
local key = P .. 'tournament:' .. ARGV[1]
redis.call('HSET', key, 'placing', ARGV[2])
if ARGV[3] == '1' and redis.call('HGET', key, 'state') == 'running' then redis.call('HSET', key, 'state', 'over') end
