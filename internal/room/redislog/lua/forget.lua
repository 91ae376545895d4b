--[[
Removes the record of an old game, and its place in all lists.

KEYS[1] game:ROOM/k, a string: the record
KEYS[2] games or imported: the sorted set that has the date of the game
KEYS[3] and on: the other sorted sets that may have the game

ARGV[1] ROOM/k
ARGV[2] the game stays if its score in KEYS[2] is at least this

Returns
  1: removed
  0: nothing was removed, because the game is not in KEYS[2] or is not old: another
     process has removed the game, and it may have been stored again
--]]

local score = redis.call('ZSCORE', KEYS[2], ARGV[1])
if not score or tonumber(score) >= tonumber(ARGV[2]) then
  return 0
end
for i = 2, #KEYS do
  redis.call('ZREM', KEYS[i], ARGV[1])
end
redis.call('DEL', KEYS[1])
return 1
