--[[
Looks after the queue for a worker that waits for a job: frees jobs whose lease has expired.

KEYS[1] turns, KEYS[2] order, KEYS[3] leases, as in turns.lua

Returns {free, pause}: the letters of the lanes in which a job waits; and in how many
milliseconds the first of the leases ends, -1: there is none.
--]]

local queue = {turns = KEYS[1], order = KEYS[2], leases = KEYS[3]}
local now, free = now_ms(), ''
end_leases(queue, now)
for lane in string.gmatch('qsm', '.') do
  if has_free(queue, lane) then
    free = free .. lane
  end
end
local next_end = redis.call('ZRANGE', KEYS[3], 0, 0, 'WITHSCORES')[2]
return {free, next_end and math.max(0, next_end - now) or -1}
