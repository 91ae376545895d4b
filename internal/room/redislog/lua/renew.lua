--[[
Renews a worker's lease of a job.

KEYS[1] turns, KEYS[2] leases, as in turns.lua

ARGV[1] worker
ARGV[2] how long the lease lasts, in milliseconds
ARGV[3] the job's ID

Returns 1, or 0 if the job is no longer this worker's.
--]]

if redis.call('HGET', KEYS[1], 'w' .. ARGV[3]) ~= ARGV[1] then
  return 0
end
redis.call('ZADD', KEYS[2], string.format('%.0f', now_ms() + ARGV[2]), ARGV[3])
return 1
