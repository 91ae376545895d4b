--[[
Stores and lists the record of a finished game.

KEYS[1]        game:ROOM/k, a string: the record
KEYS[2] and on: sorted sets, ROOM/k by the end of the game: imported for a game of one
               player on both seats, games for any other game that was played here, and
               those of open-games and games:PLAYER that list the game

ARGV[1] the record as JSON
ARGV[2] ROOM/k
ARGV[3] the end of the game, in Unix milliseconds

Returns
  1: stored
  0: nothing was stored, because the game has another record
  3: nothing was stored, because the game has this very record
--]]

if not redis.call('SET', KEYS[1], ARGV[1], 'NX') then
  return redis.call('GET', KEYS[1]) == ARGV[1] and 3 or 0
end
for i = 2, #KEYS do
  redis.call('ZADD', KEYS[i], ARGV[3], ARGV[2])
end
return 1
