--[[
Hands a question to a worker: that of a dead worker first, then the one that
waits longest. Those that nobody wants are forgotten.

KEYS and ARGV[1] as in questions.lua

ARGV[2] worker
ARGV[3] when this worker counts as dead if it is not heard of

Returns {question as JSON, answer}, the answer as in known.lua; or nil: there
is none.
--]]

redis.call('SET', KEYS[8], ARGV[1])
forget_unwanted()
local key = redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', now, 'LIMIT', 0, 1)[1]
  or redis.call('ZRANGE', KEYS[2], 0, 0)[1]
if not key then
  return false
end
redis.call('ZREM', KEYS[2], key)
redis.call('ZADD', KEYS[3], ARGV[3], key)
redis.call('HSET', KEYS[4], key, ARGV[2])
return {redis.call('HGET', KEYS[1], key), answer(key)}
