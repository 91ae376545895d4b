--[[
Stores an entry, carries out its effects, and notifies the watchers of the room.

KEYS and ARGV as in effects.lua, and:
ARGV[16] the entry's bytes
ARGV[17] how the bytes of the entry before it must end
ARGV[18] the writer's own channel, as in entry.lua

Returns
  1: stored, and published
  2: stored, and not published: the writer is the only watcher, or the caller notifies
     the watchers
  0: nothing was stored, because the entry does not follow the log
  3: nothing was stored, because the log has this very entry
--]]

local conflict = write(KEYS[1], ARGV[2], ARGV[16], ARGV[17])
if conflict then
  return conflict
end
carry_out_effects(ARGV[2] == '1', false)
store_record()
return tell(ARGV[12], ARGV[16], ARGV[18])
