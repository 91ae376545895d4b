--[[
Leases a job to a worker, from the first lane that has a job to give. In a lane, jobs whose
worker is silent or has returned them go first. Then comes the job whose turn it is.

KEYS[1] turns, KEYS[2] order, KEYS[3] leases, as in turns.lua

ARGV[1] worker
ARGV[2] how long the lease lasts, in milliseconds
ARGV[3] the letters of the lanes
ARGV[4] and on: origins to skip

Returns {ID, room, n, origin, milliseconds since the job was queued}; nil: there is no job.
--]]

local queue = {turns = KEYS[1], order = KEYS[2], leases = KEYS[3]}
local now = now_ms()
local skip = {}
for i = 4, #ARGV do
  skip[ARGV[i]] = true
end
local skipped = #ARGV - 3

-- One call ends at most 100 expired leases. Later calls end the others.
for _, id in ipairs(redis.call('ZRANGEBYSCORE', queue.leases, '-inf', now, 'LIMIT', 0, 100)) do
  free(queue, id, true)
end

-- take_first takes the oldest job that goes first and is not skipped; nil: none in the first 100.
local function take_first(lane)
  local prefix = lane .. 'f '
  for _, member in ipairs(redis.call('ZRANGEBYLEX', queue.order, '[' .. prefix, '(' .. prefix .. '\255', 'LIMIT', 0, 100)) do
    local id = string.sub(member, #prefix + 1)
    if not skip[job_of(queue, id).origin] then
      redis.call('ZREM', queue.order, member)
      return id
    end
  end
end

for lane in string.gmatch(ARGV[3], '.') do
  local id = take_first(lane) or take_item(queue, lane, skip, skipped)
  if id then
    local job = job_of(queue, id)
    redis.call('ZREM', queue.order, lane .. 'a ' .. id)
    redis.call('ZADD', queue.leases, string.format('%.0f', now + ARGV[2]), id)
    redis.call('HSET', queue.turns, 'w' .. id, ARGV[1])
    return {id, job.room, job.n, job.origin, math.max(0, now - queued_at(id))}
  end
end
return false
