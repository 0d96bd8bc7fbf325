-- Begins a tournament. ARGV: id, the tournament as JSON, when. Returns 0 when there is one of that name.
local key = P .. 'tournament:' .. ARGV[1]
if redis.call('HSETNX', key, 'tournament', ARGV[2]) == 0 then return 0 end
redis.call('HSET', key, 'state', 'running', 'planned', 0, 'done', 0)
redis.call('ZADD', P .. 'tournaments', ARGV[3], ARGV[1])
return 1
