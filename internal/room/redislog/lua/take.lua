--[[
Leases a job to a worker: a job of the first shard that has one. In that shard the job of
a silent worker comes before a new job.

KEYS the streams of jobs, in the order in which to ask them

ARGV[1] group
ARGV[2] worker
ARGV[3] after how long a worker counts as silent, in milliseconds

Returns
  {1, stream ID, room, n}: a job
  {0, ID, ID ...}: there is none; each stream has given out its jobs up to this ID
--]]

local function job(entry)
  local fields = entry[2]
  return {1, entry[1], fields[2], fields[4]}
end

-- The first call creates the stream and its group. The group begins at 0, so that it
-- includes the jobs that were queued earlier.
local function with_group(key, ...)
  local reply = redis.pcall(...)
  if type(reply) == 'table' and reply.err then
    if not string.find(reply.err, 'NOGROUP', 1, true) then
      return reply
    end
    redis.call('XGROUP', 'CREATE', key, ARGV[1], '0', 'MKSTREAM')
    reply = redis.pcall(...)
  end
  return reply
end

for _, key in ipairs(KEYS) do
  local cursor = '0-0'
  repeat
    local reply = with_group(key, 'XAUTOCLAIM', key, ARGV[1], ARGV[2], ARGV[3], cursor, 'COUNT', 1)
    if reply.err then
      return reply
    end
    if #reply[2] > 0 then
      return job(reply[2][1])
    end
    cursor = reply[1]
  until cursor == '0-0'
  local reply = redis.call('XREADGROUP', 'GROUP', ARGV[1], ARGV[2], 'COUNT', 1, 'STREAMS', key, '>')
  if reply and #reply > 0 then
    return job(reply[1][2][1])
  end
end

local none = {0}
for _, key in ipairs(KEYS) do
  local info = redis.call('XINFO', 'STREAM', key)
  for i = 1, #info, 2 do
    if info[i] == 'last-generated-id' then
      none[#none + 1] = info[i + 1]
    end
  end
end
return none
