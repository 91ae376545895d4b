--[[
Returns the best answer that is kept, and unless it is done leases the question
and queues it if it is not there.

KEYS and ARGV[1] as in questions.lua

ARGV[2] KEY
ARGV[3] the question as JSON
ARGV[4] when the lease ends
ARGV[5] now, in microseconds, later at each call of one process
ARGV[6] how many questions there may be
ARGV[7] the channel of those who wait for questions
ARGV[8] since when a worker must have looked to be there

Returns {1, attended, answer}: attended is 1 if a worker is there, else 0, the
answer as in known.lua; or {0}: there are too many questions.
--]]

local seen = tonumber(redis.call('GET', KEYS[8]) or 0)
local attended = seen >= tonumber(ARGV[8]) and 1 or 0
local known = answer(ARGV[2])
if known and string.sub(known, 1, 1) == 'd' then
  return {1, attended, known}
end
if redis.call('HEXISTS', KEYS[1], ARGV[2]) == 0 then
  if redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[6]) then
    forget_unwanted()
    if redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[6]) then
      return {0}
    end
  end
  redis.call('HSET', KEYS[1], ARGV[2], ARGV[3])
  redis.call('ZADD', KEYS[2], ARGV[5], ARGV[2])
  redis.call('SPUBLISH', ARGV[7], 'q')
end
redis.call('ZADD', KEYS[5], 'GT', ARGV[4], ARGV[2])
return {1, attended, known}
