--[[
Replaces what one holder has announced of a room, and notifies the room's watchers.

KEYS and ARGV as in presence.lua, and:
ARGV[own]     the holder
ARGV[own + 1] the room
ARGV[own + 2] the announcement as JSON, or "" to withdraw it
ARGV[own + 3] the room's channel

Returns
  1: done
  0: the holder has no heartbeat; nothing was changed
--]]

local holder, room, part = ARGV[own], ARGV[own + 1], ARGV[own + 2]
if not alive[holder] then
  return 0
end
if part == '' then
  redis.call('HDEL', held[holder], room)
else
  redis.call('HSET', held[holder], room, part)
end
note_presence(room)
redis.call('SPUBLISH', ARGV[own + 3], 'h' .. present(room))
return 1
