--[[
Notes when rooms were watched. Rooms of AI against AI sleep while nobody watches. This file
is put before the scripts that use it.

watched is a sorted set: room by the last time at which somebody was announced in it, or
it was created, in Unix milliseconds of the server's clock; somebody_is_there while somebody
is. Rooms that nobody has watched for an hour are left out.
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

-- note_left notes that somebody is no longer there, if somebody was.
local function note_left(watched, room)
  if tonumber(redis.call('ZSCORE', watched, room) or 0) == somebody_is_there then
    note_watched(watched, room, server_ms())
  end
end

