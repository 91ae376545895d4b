--[[
Replaces the record of a game of an open room, and lists the game for everybody.

KEYS[1] game:ROOM/k, a string: the record
KEYS[2] open-games, a sorted set: ROOM/k by the end of the game

ARGV[1] ROOM/k
ARGV[2] the record as it was read
ARGV[3] the new record
ARGV[4] the end of the game, in Unix milliseconds

Returns
  1: stored
  0: nothing was stored, because the game has another record, or none
--]]

if redis.call('GET', KEYS[1]) ~= ARGV[2] then
  return 0
end
redis.call('SET', KEYS[1], ARGV[3])
redis.call('ZADD', KEYS[2], ARGV[4], ARGV[1])
return 1
