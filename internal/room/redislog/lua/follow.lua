--[[
Stores an entry without effects, and notifies the watchers of the room.

KEYS[1] log:ROOM, a stream: entry N has the ID N-0

ARGV[1] the entry's number
ARGV[2] the entry's bytes
ARGV[3] how the bytes of the entry before it must end
ARGV[4] the room's channel; "": the caller notifies the watchers
ARGV[5] the writer's own channel, as in entry.lua

Returns the same as append.lua.
--]]

local conflict = write(KEYS[1], ARGV[1], ARGV[2], ARGV[3])
if conflict then
  return conflict
end
return tell(ARGV[4], ARGV[2], ARGV[5])
