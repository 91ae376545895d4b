--[[
Leases a question to a worker: first that of a worker whose lease has expired, then one that
was returned, then the one whose turn it is. Removes questions that nobody wants.

KEYS and ARGV[1] as in questions.lua

ARGV[2] worker
ARGV[3] the end of the lease

Returns {question as JSON, answer}, the answer as in cached.lua; nil: there is no question.
--]]

redis.call('SET', KEYS[8], ARGV[1])
forget_unwanted()

-- next_question returns the KEY of the question whose turn it is; nil: none.
local function next_question()
  local item = take_item(queue, lane, {}, 0)
  return item and string.match(item, '^%d+ (.*)$')
end

local key = redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', now, 'LIMIT', 0, 1)[1]
  or redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', '(0', 'LIMIT', 0, 1)[1]
  or next_question()
if not key then
  return false
end
leave_queue(key)
redis.call('ZREM', KEYS[2], key)
redis.call('ZADD', KEYS[3], ARGV[3], key)
redis.call('HSET', KEYS[4], key, ARGV[2])
return {redis.call('HGET', KEYS[1], key), answer(key)}
