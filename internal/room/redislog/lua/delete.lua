--[[
Removes a room's log, its deadline, its place in the lists, its origin and its last job,
and notifies the watchers.

KEYS[1] to KEYS[11] as in effects.lua
KEYS[12] snapshot:ROOM

ARGV[1] room
ARGV[2] the number at which the log must end
ARGV[3] the room's channel

Returns
  1: removed
  0: the log does not end at ARGV[2]; nothing was removed
  3: there is no log; nothing was removed
--]]

local length = redis.call('XLEN', KEYS[1])
if length ~= tonumber(ARGV[2]) then
  return length == 0 and 3 or 0
end
redis.call('DEL', KEYS[1], KEYS[12])
for i = 2, 6 do
  redis.call('ZREM', KEYS[i], ARGV[1])
end
local id = redis.call('HGET', KEYS[7], 'r' .. ARGV[1])
if id then
  remove_job({turns = KEYS[7], order = KEYS[8], leases = KEYS[9]}, id)
end
redis.call('HDEL', KEYS[10], ARGV[1])
redis.call('ZREM', KEYS[11], ARGV[1])
redis.call('SPUBLISH', ARGV[3], 'g')
return 1
