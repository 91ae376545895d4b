--[[
Removes a game from a list, if the store has no record of the game.

KEYS[1] game:ROOM/k, a string: the record
KEYS[2] open-games or games:PLAYER, a sorted set

ARGV[1] ROOM/k

Returns 1 if the game was removed from the list, otherwise 0.
--]]

if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
return redis.call('ZREM', KEYS[2], ARGV[1])
