--[[
Renews a worker's lease of a job.

KEYS[1] jobs

ARGV[1] group
ARGV[2] worker
ARGV[3] the job's stream ID

Returns 1, or 0 if the job is no longer this worker's.
--]]

local pending = redis.pcall('XPENDING', KEYS[1], ARGV[1], ARGV[3], ARGV[3], 1)
if pending.err or #pending == 0 or pending[1][2] ~= ARGV[2] then
  return 0
end
redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, ARGV[3], 'JUSTID')
return 1
