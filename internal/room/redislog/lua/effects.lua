--[[
The functions that append.lua, restore.lua and touch.lua share. This file is put before
each of them.

KEYS[1] log:ROOM, a stream: entry N has the ID N-0
KEYS[2] due, a sorted set: room by deadline
KEYS[3] list:waiting, a sorted set: room by when it entered
KEYS[4] list:playing, likewise
KEYS[5] list:open-waiting, likewise
KEYS[6] list:open-playing, likewise
KEYS[7] jobs, a stream
KEYS[8] queued, a hash: room to the stream ID of its last job
Only with a record:
KEYS[9] game:ROOM/k, a string: the record
KEYS[10] and on: games unless the game was imported, and the open-games and games:PLAYER
         that list it, sorted sets: ROOM/k by the end of the game

ARGV[1] room
ARGV[2] the number at which the log ends after the operation
ARGV[3] deadline in Unix milliseconds; "": none
ARGV[4] index in KEYS of the room's list; "0": none; "": leave the lists unchanged
ARGV[5] the time in microseconds, for a room that enters a list
ARGV[6] "1" to queue a job
Not in touch.lua, which tells no watcher and ends no game:
ARGV[7] the room's channel
ARGV[8] the record as JSON; "": none
ARGV[9] ROOM/k
ARGV[10] the end of the game, in Unix milliseconds
--]]

local function carry_out_effects()
  if ARGV[3] == '' then
    redis.call('ZREM', KEYS[2], ARGV[1])
  else
    redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
  end
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

local function store_record()
  if ARGV[8] ~= '' then
    redis.call('SET', KEYS[9], ARGV[8])
    for i = 10, #KEYS do
      redis.call('ZADD', KEYS[i], ARGV[10], ARGV[9])
    end
  end
end

local function queue_job()
  if ARGV[6] == '1' then
    local id = redis.call('XADD', KEYS[7], '*', 'room', ARGV[1], 'n', ARGV[2])
    redis.call('HSET', KEYS[8], ARGV[1], id)
  end
end
