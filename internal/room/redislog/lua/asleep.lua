--[[
Reports whether nobody has watched a room for a while and the queue has no job of the room.

KEYS[1] watched, as in watched.lua
KEYS[2] turns, as in turns.lua

ARGV[1] ROOM
ARGV[2] how long a room may be unwatched before it sleeps, in milliseconds

Returns 1 or 0.
--]]

if redis.call('HEXISTS', KEYS[2], 'r' .. ARGV[1]) == 1 then
  return 0
end
local last = redis.call('ZSCORE', KEYS[1], ARGV[1])
if last and server_ms() - tonumber(last) < tonumber(ARGV[2]) then
  return 0
end
return 1
