--[[
The functions that append.lua, restore.lua and touch.lua share. This file is put before
each of them, after fair.lua, turns.lua and watched.lua.

KEYS[1] log:ROOM, a stream: entry N has the ID N-0
KEYS[2] due, a sorted set: room by deadline
KEYS[3] list:waiting, a sorted set: room by when it entered
KEYS[4] list:playing, likewise
KEYS[5] list:open-waiting, likewise
KEYS[6] list:open-playing, likewise
KEYS[7] turns, KEYS[8] order, KEYS[9] leases, as in turns.lua
KEYS[10] origins, a hash: room to its origin
KEYS[11] watched, as in watched.lua
Only with a record:
KEYS[12] game:ROOM/k, a string: the record
KEYS[13] and on: sorted sets, ROOM/k by the end of the game: imported for a game of one
         player on both seats, games for any other game, and those of open-games and
         games:PLAYER that list the game

ARGV[1] room
ARGV[2] the number at which the log ends after the operation
ARGV[3] deadline in Unix milliseconds; "": none
ARGV[4] index in KEYS of the room's list; "0": none; "": leave the lists unchanged
ARGV[5] the time in microseconds, for a room that enters a list
ARGV[6] the letter of the lane in which to queue a job; "": none
ARGV[7] the player whose turn it is, as the queue counts
ARGV[8] the origin of a new room; "": leave it unchanged
ARGV[9] the deadline of a room that sleeps, like ARGV[3]
ARGV[10] how long a room may be unwatched before it sleeps, in milliseconds
ARGV[11] the channel of workers that wait for jobs
Not in touch.lua, which notifies no watcher and ends no game:
ARGV[12] the room's channel; "": the caller notifies the watchers
ARGV[13] the record as JSON; "": none
ARGV[14] ROOM/k
ARGV[15] the end of the game, in Unix milliseconds
--]]

local jobs = {turns = KEYS[7], order = KEYS[8], leases = KEYS[9]}

-- sleeps reports whether AI plays AI in the room and nobody has watched the room for ARGV[10].
local function sleeps()
  if ARGV[6] ~= 'm' then
    return false
  end
  local last = redis.call('ZSCORE', KEYS[11], ARGV[1])
  return not last or server_ms() - tonumber(last) >= tonumber(ARGV[10])
end

local function set_deadline(due)
  if due == '' then
    redis.call('ZREM', KEYS[2], ARGV[1])
  else
    redis.call('ZADD', KEYS[2], due, ARGV[1])
  end
end

local function enter_list()
  if ARGV[4] == '' then
    return
  end
  local list = tonumber(ARGV[4])
  for i = 3, 6 do
    if i == list then
      redis.call('ZADD', KEYS[i], 'NX', ARGV[5], ARGV[1])
    else
      redis.call('ZREM', KEYS[i], ARGV[1])
    end
  end
end

-- is_queued reports whether the room's last job is in the queue.
local function is_queued() return redis.call('HEXISTS', jobs.turns, 'r' .. ARGV[1]) == 1 end

local function queue_job()
  local job = {
    origin = redis.call('HGET', KEYS[10], ARGV[1]) or '', player = ARGV[7], n = ARGV[2], room = ARGV[1],
  }
  add_job(jobs, ARGV[6], job, now_ms())
  redis.call('SPUBLISH', ARGV[11], ARGV[6])
end

-- carry_out_effects stores the deadline and the list, and queues the job. If is_new is true
-- the room is new, and counts as watched now. If once is true, no job is queued while the
-- room's last job is in the queue.
local function carry_out_effects(is_new, once)
  if ARGV[8] ~= '' then
    redis.call('HSET', KEYS[10], ARGV[1], ARGV[8])
  end
  if is_new then
    note_watched(KEYS[11], ARGV[1], server_ms())
  end
  local asleep = sleeps()
  set_deadline(asleep and ARGV[9] or ARGV[3])
  enter_list()
  if ARGV[6] ~= '' and not asleep and not (once and is_queued()) then
    queue_job()
  end
end

local function store_record()
  if ARGV[13] ~= '' then
    redis.call('SET', KEYS[12], ARGV[13])
    for i = 13, #KEYS do
      redis.call('ZADD', KEYS[i], ARGV[15], ARGV[14])
    end
  end
end
