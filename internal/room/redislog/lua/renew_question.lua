--[[
Renews a worker's lease of a question.

KEYS and ARGV[1] as in questions.lua

ARGV[2] worker
ARGV[3] the end of the renewed lease
ARGV[4] KEY

Returns
  1: renewed
  0: the question is no longer this worker's; or nobody wants it any more, and it was
     removed
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
