--[[
Removes a job, even if another worker has its lease.

KEYS[1] turns, KEYS[2] order, KEYS[3] leases, as in turns.lua

ARGV[1] the job's ID

Returns 1, or 0 if there is no such job.
--]]

return remove_job({turns = KEYS[1], order = KEYS[2], leases = KEYS[3]}, ARGV[1])
