--[[
Notes when rooms were watched. Rooms of AI against AI sleep while nobody watches. This file
is put before the scripts that use it.

watched is a sorted set: room by when somebody was last present in it, or by when it was
created, in Unix milliseconds of the server's clock. While somebody is present the score is
somebody_is_there. Rooms that nobody has watched for an hour are left out.
--]]

local somebody_is_there = 9e15

local function server_ms()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

local function note_watched(watched, room, ms)
  redis.call('ZADD', watched, string.format('%.0f', ms), room)
  redis.call('ZREMRANGEBYSCORE', watched, '-inf', string.format('%.0f', server_ms() - 3600000))
end

-- note_left replaces somebody_is_there by the present time. It changes no other score.
local function note_left(watched, room)
  if tonumber(redis.call('ZSCORE', watched, room) or 0) == somebody_is_there then
    note_watched(watched, room, server_ms())
  end
end

