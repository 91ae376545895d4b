--[[
The functions that take.lua and reply.lua share. This file is put before each of them, after
fair.lua and turns.lua.
--]]

-- last_entries returns the last entries of a room's log, at most most. logs is the form of the
-- keys of logs, as string.format takes it, with the shard's number and the room. The shard of a
-- room is its FNV-1a hash modulo shards, as keys.go computes it.
local function last_entries(room, logs, shards, most)
  local hash = 2166136261
  for i = 1, #room do
    hash = bit.bxor(hash, string.byte(room, i)) % 4294967296
    hash = (hash % 256 * 16777216 + hash * 403) % 4294967296 -- times 16777619, without losing digits
  end
  local log = string.format(logs, hash % shards, room)
  local entries = {}
  for i, found in ipairs(redis.call('XREVRANGE', log, '+', '-', 'COUNT', most)) do
    entries[i] = found[2][2]
  end
  return entries
end

--[[
lease_job leases a job to a worker, from the first lane that has a job to give. In a lane, jobs
whose worker is silent or has returned them go first. Then comes the job whose turn it is.

The arguments are ARGV[i] and on:
  the worker
  how long the lease lasts, in milliseconds
  the letters of the lanes
  the form of the keys of logs, the number of shards, and how many entries: see last_entries
  and on: origins to skip

It returns {ID, room, n, origin, milliseconds since the job was queued, more, entries}; false:
there is no job. more is 1 if another job waits in these lanes, else 0. entries are the last
entries of the room, the latest first.
--]]
local function lease_job(queue, i)
  local worker, lease, lanes = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  local now = now_ms()
  local skip, first_skipped = {}, i + 6
  for k = first_skipped, #ARGV do
    skip[ARGV[k]] = true
  end
  local skipped = #ARGV - first_skipped + 1

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

  end_leases(queue, now)
  for lane in string.gmatch(lanes, '.') do
    local id = take_first(lane) or take_item(queue, lane, skip, skipped)
    if id then
      local job = job_of(queue, id)
      redis.call('ZREM', queue.order, lane .. 'a ' .. id)
      redis.call('ZADD', queue.leases, string.format('%.0f', now + lease), id)
      redis.call('HSET', queue.turns, 'w' .. id, worker)
      local more = has_free(queue, lanes) and 1 or 0
      local entries = ARGV[i + 5] ~= '0' and last_entries(job.room, ARGV[i + 3], ARGV[i + 4], ARGV[i + 5]) or {}
      return {id, job.room, job.n, job.origin, math.max(0, now - queued_at(id)), more, entries}
    end
  end
  return false
end
