--[[
Leases a question to a worker: first that of a worker whose lease has expired, then the
one that has waited longest. Removes questions that nobody wants.

KEYS and ARGV[1] as in questions.lua

ARGV[2] worker
ARGV[3] the end of the lease

Returns {question as JSON, answer}, the answer as in cached.lua; or nil if there is none.
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
