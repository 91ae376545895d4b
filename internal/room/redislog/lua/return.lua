--[[
Hands a job back: gives it to a consumer that counts as silent for a day, so that the
next worker takes it before all new jobs of its shard.

KEYS[1] jobs

ARGV[1] group
ARGV[2] worker
ARGV[3] the job's stream ID
ARGV[4] the consumer that holds returned jobs

Returns 1, or 0 if the job is no longer this worker's and nothing was changed.
--]]

local pending = redis.pcall('XPENDING', KEYS[1], ARGV[1], ARGV[3], ARGV[3], 1)
if pending.err or #pending == 0 or pending[1][2] ~= ARGV[2] then
  return 0
end
redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[4], 0, ARGV[3], 'IDLE', 86400000, 'JUSTID')
return 1
