--[[
Leases a job to a worker.

KEYS[1] turns, KEYS[2] order, KEYS[3] leases, as in turns.lua; also reads the log of the job's room

ARGV as in lease_job of leasing.lua

Returns the same as lease_job.
--]]

return lease_job({turns = KEYS[1], order = KEYS[2], leases = KEYS[3]}, 1)
