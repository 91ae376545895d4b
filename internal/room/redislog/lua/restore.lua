--[[
Stores a whole log, carries out its effects, and sends its last entry to the watchers.

KEYS and ARGV as in effects.lua, and:
ARGV[16] and on: the bytes of the entries, in order; ARGV[2] is their number

Returns
  1: stored
  0: nothing was stored, because the room has another log
  3: nothing was stored, because the room's log begins with this very log
--]]

local first_entry = 16
if redis.call('XLEN', KEYS[1]) ~= 0 then
  local last = (#ARGV - first_entry + 1) .. '-0'
  local existing = redis.call('XRANGE', KEYS[1], last, last)[1]
  return existing and existing[2][2] == ARGV[#ARGV] and 3 or 0
end
-- If memory is short this first write fails, before anything has been changed. Redis
-- accepts the later writes of a script.
for i = first_entry, #ARGV do
  redis.call('XADD', KEYS[1], (i - first_entry + 1) .. '-0', 'e', ARGV[i])
end
carry_out_effects(true, false)
store_record()
if ARGV[12] ~= '' then
  redis.call('SPUBLISH', ARGV[12], 'e' .. ARGV[#ARGV])
end
return 1
