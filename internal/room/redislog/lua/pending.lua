--[[
Counts jobs.

KEYS[1] order, KEYS[2] leases, as in turns.lua

Returns {count, age of the oldest} of the jobs that are leased and of those that wait in
the lanes q, s and m, as one array. Ages are in
milliseconds since the job was queued; 0: there is no job.
--]]

local queue = {order = KEYS[1]}
local now = now_ms()

local function age(since) return math.max(0, now - since) end

local running, oldest = redis.call('ZRANGE', KEYS[2], 0, -1), now
for _, id in ipairs(running) do
  oldest = math.min(oldest, queued_at(id))
end
local reply = {#running, age(oldest)}

for i, lane in ipairs({'q', 's', 'm'}) do
  local waiting, since = count(queue, lane .. 'a '), now
  if waiting > 0 then
    since = queued_at(string.sub(first(queue, lane .. 'a '), 4))
  end
  reply[2 * i + 1], reply[2 * i + 2] = waiting, age(since)
end
return reply
