--[[
Removes what a holder with an expired heartbeat has announced of some rooms, and tells
the watchers of these rooms.

KEYS and ARGV as in presence.lua; the expired holder must be named as well, and:
ARGV[own]     the expired holder
ARGV[own + 1] the greatest number of rooms of this call
ARGV[own + 2] the prefix of the rooms' channels

Returns the number of rooms that are left, or 0 if the holder is alive.
--]]

local expired, limit, channel = ARGV[own], tonumber(ARGV[own + 1]), ARGV[own + 2]
if alive[expired] then
  return 0
end
local key = held[expired]
-- Without this field the holder's next heartbeat counts as its first, even if its clock is behind.
redis.call('HDEL', key, '')
for _, room in ipairs(redis.call('HRANDFIELD', key, limit)) do
  redis.call('HDEL', key, room)
  note_presence(room)
  redis.call('SPUBLISH', channel .. room, 'h' .. present(room))
end
local left = redis.call('HLEN', key)
if left == 0 then
  redis.call('ZREM', KEYS[1], expired)
end
return left
