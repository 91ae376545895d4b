--[[
What append.lua and touch.lua share; it is put before both.

KEYS[1] log:ROOM, a stream: entry N has the id N-0
KEYS[2] due, a sorted set: room by deadline
KEYS[3] list:waiting, a sorted set: room by when it entered
KEYS[4] list:playing, likewise
KEYS[5] jobs, a stream
KEYS[6] queued, a hash: room to the stream id of its latest job

ARGV[1] room
ARGV[2] the number at which the log ends after the operation
ARGV[3] deadline in Unix milliseconds, or "" for none
ARGV[4] which of KEYS is the room's list, or "0" for none
ARGV[5] the time in microseconds, for a room that enters a list
ARGV[6] "1" to queue a job
--]]

local function carry_out_effects()
  if ARGV[3] == '' then
    redis.call('ZREM', KEYS[2], ARGV[1])
  else
    redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
  end
  local list = tonumber(ARGV[4])
  for i = 3, 4 do
    if i == list then
      redis.call('ZADD', KEYS[i], 'NX', ARGV[5], ARGV[1])
    else
      redis.call('ZREM', KEYS[i], ARGV[1])
    end
  end
end

local function queue_job()
  if ARGV[6] == '1' then
    local id = redis.call('XADD', KEYS[5], '*', 'room', ARGV[1], 'n', ARGV[2])
    redis.call('HSET', KEYS[6], ARGV[1], id)
  end
end
