--[[
Stores the record of a finished game by itself.

KEYS[1] game:ROOM/k, a string: the record
KEYS[2] and on: games, games:PLAYER, sorted sets: ROOM/k by when it ended, each in
  which the game is listed

ARGV[1] the record as JSON
ARGV[2] ROOM/k
ARGV[3] when the game ended, in Unix milliseconds

Returns 1, or 0 if there is a record of this game, or 3 if it is this very one: nothing
was stored.
--]]

if not redis.call('SET', KEYS[1], ARGV[1], 'NX') then
  return redis.call('GET', KEYS[1]) == ARGV[1] and 3 or 0
end
for i = 2, #KEYS do
  redis.call('ZADD', KEYS[i], ARGV[3], ARGV[2])
end
return 1
