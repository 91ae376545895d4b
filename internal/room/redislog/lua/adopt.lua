--[[
Moves jobs from streams into the queue, and notes that there is a worker that takes jobs
from the queue.

A job is in a stream if a version before 1.1 has queued it, or if it was queued while no
worker took jobs from the queue. Workers of versions before 1.1 take jobs from the streams.

KEYS[1] turns, KEYS[2] order, KEYS[3] leases, as in turns.lua
KEYS[4] takers, a string that exists while workers take jobs from the queue
KEYS[5] and on, for each stream: jobs and queued, as in effects.lua

ARGV[1] the consumer group of the streams
ARGV[2] after how long a worker of the stream counts as silent, in milliseconds
ARGV[3] for how long takers exists, in milliseconds

Returns the number of jobs that were moved.
--]]

local queue = {turns = KEYS[1], order = KEYS[2], leases = KEYS[3]}
local consumer = 'adopter'
local batch = 100

if redis.call('PTTL', KEYS[4]) < ARGV[3] / 2 then
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
for i = 5, #KEYS, 2 do
  local stream, queued = KEYS[i], KEYS[i + 1]
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
return moved
