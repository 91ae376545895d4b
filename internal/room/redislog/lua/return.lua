--[[
Hands a job back, so that the next worker that asks for its lane takes it. But a job of the
lane m, or one that the worker leaves to others, waits in its place.

KEYS[1] turns, KEYS[2] order, KEYS[3] leases, as in turns.lua

ARGV[1] worker
ARGV[2] the job's ID
ARGV[3] the channel of workers that wait for jobs
ARGV[4] the player under whose name a job that the worker leaves to others waits; otherwise ""

Returns 1, or 0 if the job is no longer this worker's and nothing was changed.
--]]

if redis.call('HGET', KEYS[1], 'w' .. ARGV[2]) ~= ARGV[1] then
  return 0
end
local queue = {turns = KEYS[1], order = KEYS[2], leases = KEYS[3]}
local lane, left = lane_of(ARGV[2]), ARGV[4] ~= ''
if left then
  local job = job_of(queue, ARGV[2])
  job.player = ARGV[4]
  redis.call('HSET', queue.turns, 'j' .. ARGV[2], text_of(job))
end
free(queue, ARGV[2], lane ~= 'm' and not left)
redis.call('SPUBLISH', ARGV[3], lane)
return 1
