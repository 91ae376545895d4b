--[[
Returns who is in a room.

KEYS and ARGV as in presence.lua, and:
ARGV[own] the room

Returns the announcements of all living holders, as a JSON array.
--]]

return present(ARGV[own])
