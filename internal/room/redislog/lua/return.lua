--[[
Hands a job back, for the next worker that asks for its lane. A job of the lane m waits in
its place again.

KEYS[1] turns, KEYS[2] order, KEYS[3] leases, as in turns.lua

ARGV[1] worker
ARGV[2] the job's ID
ARGV[3] the channel of workers that wait for jobs

Returns 1, or 0 if the job is no longer this worker's and nothing was changed.
--]]

if redis.call('HGET', KEYS[1], 'w' .. ARGV[2]) ~= ARGV[1] then
  return 0
end
local lane = lane_of(ARGV[2])
free({turns = KEYS[1], order = KEYS[2], leases = KEYS[3]}, ARGV[2], lane ~= 'm')
redis.call('SPUBLISH', ARGV[3], lane)
return 1
