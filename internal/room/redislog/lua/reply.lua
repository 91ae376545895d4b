--[[
Stores the entry of a reply like append.lua, removes the job that the reply answers, and leases
the worker the next job.

KEYS and ARGV[1] to ARGV[18] as in append.lua; also reads the log of the next job's room
ARGV[19] the ID of the job
ARGV[20] and on, as in lease_job of leasing.lua; no lanes: lease no job

Returns an array: what append.lua returns, and what lease_job returns. If nothing was stored, no
job was removed or leased.
--]]

local conflict = write(KEYS[1], ARGV[2], ARGV[16], ARGV[17])
if conflict then
  return {conflict, false}
end
carry_out_effects(ARGV[2] == '1', false)
store_record()
remove_job(jobs, ARGV[19])
return {tell(ARGV[12], ARGV[16], ARGV[18], count_subscribers({ARGV[12], ARGV[18]}), 1), ARGV[22] ~= '' and lease_job(jobs, 20)}
