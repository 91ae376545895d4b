--[[
Stores an answer and notifies its watchers. If the answer is done, its question leaves the
queue. Drops some answers that have expired. If there are still too many, drops the one
that would expire first.

KEYS and ARGV[1] as in questions.lua

ARGV[2] worker
ARGV[3] KEY
ARGV[4] d or p and the answer as JSON
ARGV[5] when the answer expires
ARGV[6] the greatest number of answers
ARGV[7] the longest life of an answer, in milliseconds
ARGV[8] the channel of the watchers

Returns 1, or 0 if the question is not this worker's and nothing was stored.
--]]

if redis.call('HGET', KEYS[4], ARGV[3]) ~= ARGV[2] then
  return 0
end
redis.call('HSET', KEYS[6], ARGV[3], ARGV[4])
redis.call('ZADD', KEYS[7], ARGV[5], ARGV[3])
-- Removing up to 10 is enough, since each call adds one answer.
for _, key in ipairs(redis.call('ZRANGEBYSCORE', KEYS[7], '-inf', now, 'LIMIT', 0, 10)) do
  forget_answer(key)
end
if redis.call('ZCARD', KEYS[7]) > tonumber(ARGV[6]) then
  forget_answer(redis.call('ZRANGE', KEYS[7], 0, 0)[1])
end
-- If no worker is left, Redis removes the keys. It waits for twice the longest life of an
-- answer, so that this never happens before the times in KEYS[7].
redis.call('PEXPIRE', KEYS[6], 2 * tonumber(ARGV[7]))
redis.call('PEXPIRE', KEYS[7], 2 * tonumber(ARGV[7]))
if string.sub(ARGV[4], 1, 1) == 'd' then
  forget_question(ARGV[3])
end
redis.call('SPUBLISH', ARGV[8], ARGV[4])
return 1
