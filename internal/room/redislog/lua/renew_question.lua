--[[
Notes that a worker is alive and at its question.

KEYS and ARGV[1] as in questions.lua

ARGV[2] worker
ARGV[3] when this worker counts as dead if it is not heard of again
ARGV[4] KEY

Returns 1, or 0 if the question is no longer this worker's, or nobody wants it
any more: then it is forgotten.
--]]

redis.call('SET', KEYS[8], ARGV[1])
if redis.call('HGET', KEYS[4], ARGV[4]) ~= ARGV[2] then
  return 0
end
if not is_wanted(ARGV[4]) then
  forget_question(ARGV[4])
  return 0
end
redis.call('ZADD', KEYS[3], ARGV[3], ARGV[4])
return 1
