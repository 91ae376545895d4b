--[[
Looks after the queue for a worker that waits for a job. It frees jobs whose lease has expired,
moves jobs from streams into the queue, and notes that there is a worker that takes jobs from the
queue.

A job is in a stream if a version before 1.1 has queued it, or if it was queued while no
worker took jobs from the queue. Workers of versions before 1.1 take jobs from the streams.

KEYS[1] turns, KEYS[2] order, KEYS[3] leases, as in turns.lua
KEYS[4] takers, a string that exists while workers take jobs from the queue
KEYS[5] and on, for each stream: jobs and queued, as in effects.lua

ARGV[1] the consumer group of the streams
ARGV[2] after how long a worker of the stream counts as silent, in milliseconds
ARGV[3] for how long takers exists, in milliseconds

Returns {free, moved, pause}: the letters of the lanes in which a job waits; how many jobs were
moved; and in how many milliseconds the first of the leases ends, -1: there is none.
--]]

local queue = {turns = KEYS[1], order = KEYS[2], leases = KEYS[3]}
local consumer = 'adopter'
local batch = 100

if redis.call('PTTL', KEYS[4]) < ARGV[3] * 2 / 3 then
  redis.call('SET', KEYS[4], '1', 'PX', ARGV[3])
end

local function adopt(stream, queued, entry)
  local id, fields = entry[1], entry[2]
  local job = {room = fields[2], n = fields[4], origin = fields[8] or '', player = fields[10] or ''}
  local known = redis.call('HGET', queue.turns, 'r' .. job.room)
  if not known or job_of(queue, known).n ~= job.n then
    add_job(queue, fields[6] or 's', job, tonumber(string.match(id, '^%d+')))
  end
  redis.call('XACK', stream, ARGV[1], id)
  redis.call('XDEL', stream, id)
  if redis.call('HGET', queued, job.room) == id then
    redis.call('HDEL', queued, job.room)
  end
end

local moved = 0
local function adopt_all(stream, queued)
  if redis.call('XLEN', stream) > 0 then
    redis.pcall('XGROUP', 'CREATE', stream, ARGV[1], '0') -- fails if the group exists
    local silent = redis.call('XAUTOCLAIM', stream, ARGV[1], consumer, ARGV[2], '0-0', 'COUNT', batch)[2]
    local new = redis.call('XREADGROUP', 'GROUP', ARGV[1], consumer, 'COUNT', batch, 'STREAMS', stream, '>')
    for _, entries in ipairs({silent, new and new[1][2] or {}}) do
      for _, entry in ipairs(entries) do
        adopt(stream, queued, entry)
        moved = moved + 1
      end
    end
  end
end

-- Most stores have no streams. One command for all of them is enough to see it.
local streams = {}
for i = 5, #KEYS, 2 do
  streams[#streams + 1] = KEYS[i]
end
if redis.call('EXISTS', unpack(streams)) > 0 then
  for i = 5, #KEYS, 2 do
    adopt_all(KEYS[i], KEYS[i + 1])
  end
end

local now, free = now_ms(), ''
end_leases(queue, now)
for lane in string.gmatch('qsm', '.') do
  if has_free(queue, lane) then
    free = free .. lane
  end
end
local next_end = redis.call('ZRANGE', KEYS[3], 0, 0, 'WITHSCORES')[2]
return {free, moved, next_end and math.max(0, next_end - now) or -1}
