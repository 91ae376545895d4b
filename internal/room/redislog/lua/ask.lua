--[[
Returns the best stored answer. If no answer is stored or it is partial, the question is
wanted until ARGV[4], and is queued if it is not in the queue.

KEYS and ARGV[1] as in questions.lua

ARGV[2] KEY
ARGV[3] the question as JSON
ARGV[4] until when the question is wanted
ARGV[5] now, in microseconds, later at each call of one process
ARGV[6] the greatest number of questions
ARGV[7] the channel of workers that wait for questions
ARGV[8] a time: has_workers is 1 if a worker has looked for questions since
ARGV[9] the asker's origin
ARGV[10] the asker
ARGV[11] the greatest number of questions of one origin that wait

Returns
  {1, has_workers, answer}: has_workers is 1 or 0; the answer as in cached.lua
  {0}: there are too many questions
  {-1}: too many questions of this origin wait
--]]

local seen = tonumber(redis.call('GET', KEYS[8]) or 0)
local has_workers = seen >= tonumber(ARGV[8]) and 1 or 0
local known = answer(ARGV[2])
if known and string.sub(known, 1, 1) == 'd' then
  return {1, has_workers, known}
end
-- too_many returns the reply that refuses the question; nil: the question may be queued.
local function too_many()
  if redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[6]) then
    return {0}
  end
  if waiting_of(ARGV[9]) >= tonumber(ARGV[11]) then
    return {-1}
  end
end

if redis.call('HEXISTS', KEYS[1], ARGV[2]) == 0 then
  if too_many() then
    forget_unwanted()
    local reply = too_many()
    if reply then
      return reply
    end
  end
  redis.call('HSET', KEYS[1], ARGV[2], ARGV[3])
  redis.call('ZADD', KEYS[2], ARGV[5], ARGV[2])
  add_question(ARGV[2], ARGV[9], ARGV[10])
  redis.call('SPUBLISH', ARGV[7], 'q')
end
redis.call('ZADD', KEYS[5], 'GT', ARGV[4], ARGV[2])
return {1, has_workers, known}
