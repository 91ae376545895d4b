--[[
Stores a whole log, carries out its effects, and tells the watchers the last entry.

KEYS and ARGV as in effects.lua, and:
ARGV[11] and on: the bytes of the entries, in order; ARGV[2] is their number

Returns
  1: stored
  0: the room has another log; nothing was stored
  3: the room's log begins with this very one; nothing was stored
--]]

local first = 11
if redis.call('XLEN', KEYS[1]) ~= 0 then
  local last = (#ARGV - first + 1) .. '-0'
  local there = redis.call('XRANGE', KEYS[1], last, last)[1]
  return there and there[2][2] == ARGV[#ARGV] and 3 or 0
end
-- If memory is short this first write fails, before anything has been changed. Redis
-- accepts the later writes of a script.
for i = first, #ARGV do
  redis.call('XADD', KEYS[1], (i - first + 1) .. '-0', 'e', ARGV[i])
end
carry_out_effects()
queue_job()
store_record()
redis.call('SPUBLISH', ARGV[7], 'e' .. ARGV[#ARGV])
return 1
