--[[
Stores an entry, carries out its effects, and tells the watchers.

KEYS and ARGV as in effects.lua, and:
ARGV[11] the entry's bytes
ARGV[12] how the bytes of the entry before it must end
ARGV[13] the writer's own channel, as in entry.lua

Returns
  1: stored, and published
  2: stored; only the writer listens, and nothing was published
  0: nothing was stored, because the entry does not follow the log
  3: nothing was stored, because the log has this very entry
--]]

local conflict = write(KEYS[1], ARGV[2], ARGV[11], ARGV[12])
if conflict then
  return conflict
end
carry_out_effects()
queue_job()
store_record()
return tell(ARGV[7], ARGV[11], ARGV[13])
