--[[
Stores a whole log and the effects of its end, and tells the watchers the last
entry.

KEYS and ARGV as in effects.lua, and:
ARGV[11] and on: the entries' bytes, in order, as many as ARGV[2] says

Returns 1, or 0 if the room has a log, or 3 if that begins with this very one: nothing
was stored.
--]]

local first = 11
if redis.call('XLEN', KEYS[1]) ~= 0 then
  local last = (#ARGV - first + 1) .. '-0'
  local there = redis.call('XRANGE', KEYS[1], last, last)[1]
  return there and there[2][2] == ARGV[#ARGV] and 3 or 0
end
-- The first write: when memory is short it is the one that fails, before
-- anything has been changed. Redis lets those after it pass.
for i = first, #ARGV do
  redis.call('XADD', KEYS[1], (i - first + 1) .. '-0', 'e', ARGV[i])
end
carry_out_effects()
queue_job()
store_record()
redis.call('SPUBLISH', ARGV[7], 'e' .. ARGV[#ARGV])
return 1
