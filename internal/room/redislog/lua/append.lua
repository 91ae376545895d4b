--[[
Stores an entry and its effects, and tells the watchers.

KEYS and ARGV as in effects.lua, and:
ARGV[11] the entry's bytes
ARGV[12] what the bytes of the entry before it end with
ARGV[13] the writer's line, as in entry.lua

Returns 1 or 2 as tell in entry.lua does, or 0 or 3 as write does: nothing was
stored now.
--]]

local conflict = write(KEYS[1], ARGV[2], ARGV[11], ARGV[12])
if conflict then
  return conflict
end
carry_out_effects()
queue_job()
store_record()
return tell(ARGV[7], ARGV[11], ARGV[13])
