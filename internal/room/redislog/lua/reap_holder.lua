--[[
Takes back what a holder has said whose heartbeat is over, of some rooms, and tells
their watchers.

KEYS and ARGV as in presence.lua; the dead holder is named as well, and:
ARGV[own]     the dead holder
ARGV[own + 1] of how many rooms at most
ARGV[own + 2] what is before the room's name in that of its channel

Returns of how many rooms it has still said something; 0 also if it lives.
--]]

local dead, limit, channel = ARGV[own], tonumber(ARGV[own + 1]), ARGV[own + 2]
if alive[dead] then
  return 0
end
local key = held[dead]
-- Should it come back to life by a clock that is behind ours, it begins anew.
redis.call('HDEL', key, '')
for _, room in ipairs(redis.call('HRANDFIELD', key, limit)) do
  redis.call('HDEL', key, room)
  redis.call('SPUBLISH', channel .. room, 'h' .. here(room))
end
local left = redis.call('HLEN', key)
if left == 0 then
  redis.call('ZREM', KEYS[1], dead)
end
return left
