--[[
Sends a message to the watchers of a room.

KEYS[1] log:ROOM; it only decides which server runs the script

ARGV[1] the room's channel
ARGV[2] the message
--]]

return redis.call('SPUBLISH', ARGV[1], ARGV[2])
