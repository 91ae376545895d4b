--[[
Asks who is in a room.

KEYS and ARGV as in presence.lua, and:
ARGV[own] the room

Returns what all who have a heartbeat say, as a JSON array.
--]]

return here(ARGV[own])
