--[[
Removes a room's log, its deadline, its place in the lists, its origin and its last job,
and notifies the watchers.

KEYS[1] to KEYS[14] as in effects.lua
KEYS[15] snapshot:ROOM

ARGV[1] room
ARGV[2] the number at which the log must end
ARGV[3] the room's channel
ARGV[4] the consumer group of the stream of jobs

Returns
  1: removed
  0: the log does not end at ARGV[2]; nothing was removed
  3: there is no log; nothing was removed
--]]

local length = redis.call('XLEN', KEYS[1])
if length ~= tonumber(ARGV[2]) then
  return length == 0 and 3 or 0
end
redis.call('DEL', KEYS[1], KEYS[15])
for i = 2, 6 do
  redis.call('ZREM', KEYS[i], ARGV[1])
end
local id = redis.call('HGET', KEYS[8], ARGV[1])
if id then
  redis.call('XACK', KEYS[7], ARGV[4], id)
  redis.call('XDEL', KEYS[7], id)
  redis.call('HDEL', KEYS[8], ARGV[1])
end
id = redis.call('HGET', KEYS[9], 'r' .. ARGV[1])
if id then
  remove_job({turns = KEYS[9], order = KEYS[10], leases = KEYS[11]}, id)
end
redis.call('HDEL', KEYS[13], ARGV[1])
redis.call('ZREM', KEYS[14], ARGV[1])
redis.call('SPUBLISH', ARGV[3], 'g')
return 1
