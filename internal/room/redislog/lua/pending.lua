--[[
Counts the jobs of some shards.

KEYS the streams of jobs

ARGV[1] group
ARGV[2] the consumer that holds returned jobs

Returns {waiting, age of the oldest, running, age of the oldest}. Ages are in
milliseconds since the job was queued; 0: there is no job.
--]]

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function new() return {count = 0, since = now} end
local waiting, running = new(), new()

-- Counts jobs. oldest is the oldest job's entry in the stream, or in the list of pending
-- entries; both begin with the ID.
local function note(jobs, count, oldest)
  if count > 0 and oldest then
    jobs.count = jobs.count + count
    jobs.since = math.min(jobs.since, tonumber(string.match(oldest[1], '^%d+')))
  end
end

-- The ID up to which the group has given out jobs.
local function last_delivered(key)
  for _, g in ipairs(redis.call('XINFO', 'GROUPS', key)) do
    local field = {}
    for i = 1, #g, 2 do
      field[g[i]] = g[i + 1]
    end
    if field.name == ARGV[1] then
      return field['last-delivered-id']
    end
  end
end

for _, key in ipairs(KEYS) do
  local length = redis.call('XLEN', key)
  local last = length > 0 and last_delivered(key)
  if length > 0 and not last then -- no worker has ever asked
    note(waiting, length, redis.call('XRANGE', key, '-', '+', 'COUNT', 1)[1])
  elseif length > 0 then
    local pending = redis.call('XPENDING', key, ARGV[1])
    local taken, returned = pending[1], 0
    for _, consumer in ipairs(pending[4] or {}) do
      if consumer[1] == ARGV[2] then
        returned = tonumber(consumer[2])
      end
    end
    note(waiting, length - taken, redis.call('XRANGE', key, '(' .. last, '+', 'COUNT', 1)[1])
    if returned > 0 then
      note(waiting, returned, redis.call('XPENDING', key, ARGV[1], '-', '+', 1, ARGV[2])[1])
    end
    if taken > returned then
      for _, entry in ipairs(redis.call('XPENDING', key, ARGV[1], '-', '+', returned + 1)) do
        if entry[2] ~= ARGV[2] then
          note(running, taken - returned, entry)
          break
        end
      end
    end
  end
end

return {waiting.count, now - waiting.since, running.count, now - running.since}
