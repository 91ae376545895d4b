--[[
Hands a question back, so that a worker takes it before all other waiting questions.

KEYS and ARGV[1] as in questions.lua

ARGV[2] worker
ARGV[3] KEY
ARGV[4] the channel of workers that wait for questions

Returns 1, or 0 if the question is not this worker's and nothing was changed.
--]]

if redis.call('HGET', KEYS[4], ARGV[3]) ~= ARGV[2] then
  return 0
end
redis.call('HDEL', KEYS[4], ARGV[3])
redis.call('ZREM', KEYS[3], ARGV[3])
local first = redis.call('ZRANGE', KEYS[2], 0, 0, 'WITHSCORES')[2]
redis.call('ZADD', KEYS[2], math.min(0, tonumber(first or 0)) - 1, ARGV[3])
redis.call('SPUBLISH', ARGV[4], 'q')
return 1
