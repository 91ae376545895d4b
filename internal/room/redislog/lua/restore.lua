--[[
Stores a whole log and the effects of its end, and tells the watchers the last
entry.

KEYS and ARGV as in effects.lua, and:
ARGV[11] and on: the entries' bytes, in order, as many as ARGV[2] says

Returns 1, or 0 if the room has a log: nothing was stored.
--]]

if redis.call('XLEN', KEYS[1]) ~= 0 then
  return 0
end
-- The first write: when memory is short it is the one that fails, before
-- anything has been changed. Redis lets those after it pass.
local first = 11
for i = first, #ARGV do
  redis.call('XADD', KEYS[1], (i - first + 1) .. '-0', 'e', ARGV[i])
end
carry_out_effects()
queue_job()
store_record()
redis.call('SPUBLISH', ARGV[7], 'e' .. ARGV[#ARGV])
return 1
