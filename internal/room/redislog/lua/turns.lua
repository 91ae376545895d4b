--[[
The functions that the scripts about jobs share. This file is put before each of them,
after fair.lua.

A queue of jobs is the table {turns =, order =, leases =} of three keys:

  turns   as in fair.lua, and: j ID to the job as "ORIGIN PLAYER N ROOM"; w ID to the
          worker that has its lease; r ROOM to the ID of the job that the room queued last
  order   as in fair.lua, whose items are IDs, and:
            LANE a ID   a job that waits, by its age
            LANE f ID   a job that goes first, because its worker is silent or has returned it
  leases  a sorted set: ID by the end of its lease, Unix milliseconds

An ID is MS-SEQ LANE without a space: when the job was queued, in Unix milliseconds, a
number, and the letter of its lane: q (quick), s (slow) or m (machine). IDs are in the order
in which the jobs were queued. A job is either in leases, or in order twice: as a and as
either f or an item. All times are the server's.
--]]

local function now_ms()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

local function lane_of(id) return string.sub(id, -1) end
local function queued_at(id) return tonumber(string.match(id, '^%d+')) end

local function job_of(queue, id)
  local text = redis.call('HGET', queue.turns, 'j' .. id)
  if not text then
    return nil
  end
  local origin, player, n, room = string.match(text, '^(%S*) (.*) (%d+) (%S+)$')
  return {origin = origin, player = player, n = n, room = room}
end

local function text_of(job) return table.concat({job.origin, job.player, job.n, job.room}, ' ') end

-- add_job queues a job. The job's age counts from ms, in Unix milliseconds.
local function add_job(queue, lane, job, ms)
  local seq = next_seq(queue)
  local id = string.format('%013.0f-', ms) .. seq .. lane
  redis.call('HSET', queue.turns, 'j' .. id, text_of(job), 'r' .. job.room, id)
  add_item(queue, lane, job.origin, job.player, id, seq, lane .. 'a ' .. id)
end

-- free ends a job's lease. The job waits again: before all others if goes_first, else in its place.
local function free(queue, id, goes_first)
  local lane, job = lane_of(id), job_of(queue, id)
  redis.call('ZREM', queue.leases, id)
  redis.call('HDEL', queue.turns, 'w' .. id)
  local by_age = lane .. 'a ' .. id
  if goes_first then
    redis.call('ZADD', queue.order, 0, by_age, 0, lane .. 'f ' .. id)
  else
    add_item(queue, lane, job.origin, job.player, id, next_seq(queue), by_age)
  end
end

-- remove_job removes a waiting or leased job. It returns 1, or 0 if there is no such job.
local function remove_job(queue, id)
  local lane, job = lane_of(id), job_of(queue, id)
  if not job then
    return 0
  end
  local fields = {'j' .. id, 'w' .. id}
  if redis.call('HGET', queue.turns, 'r' .. job.room) == id then
    fields[3] = 'r' .. job.room
  end
  redis.call('HDEL', queue.turns, unpack(fields))
  if redis.call('ZREM', queue.leases, id) == 0 then
    redis.call('ZREM', queue.order, lane .. 'a ' .. id, lane .. 'f ' .. id)
    remove_item(queue, lane, job.origin, job.player, id)
  end
  return 1
end

-- has_free reports whether a job waits in one of these lanes.
local function has_free(queue, lanes)
  for lane in string.gmatch(lanes, '.') do
    if first(queue, lane .. 'a ') then
      return true
    end
  end
  return false
end

-- end_leases frees jobs whose lease has expired, at most 100. Later calls free the others.
local function end_leases(queue, now)
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', queue.leases, '-inf', now, 'LIMIT', 0, 100)) do
    free(queue, id, true)
  end
end
