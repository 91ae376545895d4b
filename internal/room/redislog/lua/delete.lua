--[[
Removes a room's log, its deadline, its place in the lists and its last job, and tells
the watchers.

KEYS[1] to KEYS[8] as in effects.lua
KEYS[9] snapshot:ROOM

ARGV[1] room
ARGV[2] the number at which the log must end
ARGV[3] the room's channel
ARGV[4] the consumer group of the jobs

Returns
  1: removed
  0: the log does not end at ARGV[2]; nothing was removed
  3: there is no log; nothing was removed
--]]

local length = redis.call('XLEN', KEYS[1])
if length ~= tonumber(ARGV[2]) then
  return length == 0 and 3 or 0
end
redis.call('DEL', KEYS[1], KEYS[9])
for i = 2, 6 do
  redis.call('ZREM', KEYS[i], ARGV[1])
end
local id = redis.call('HGET', KEYS[8], ARGV[1])
if id then
  redis.call('XACK', KEYS[7], ARGV[4], id)
  redis.call('XDEL', KEYS[7], id)
  redis.call('HDEL', KEYS[8], ARGV[1])
end
redis.call('SPUBLISH', ARGV[3], 'g')
return 1
