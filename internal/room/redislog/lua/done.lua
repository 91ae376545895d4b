--[[
Removes a job, whichever worker has it.

KEYS[1] jobs
KEYS[2] queued

ARGV[1] group
ARGV[2] the job's stream ID
ARGV[3] its room

Returns 1, or 0 if there is no such job.
--]]

redis.call('XACK', KEYS[1], ARGV[1], ARGV[2])
if redis.call('HGET', KEYS[2], ARGV[3]) == ARGV[2] then
  redis.call('HDEL', KEYS[2], ARGV[3])
end
return redis.call('XDEL', KEYS[1], ARGV[2])
