--[[
Removes a record, and its place in all lists.

KEYS[1] game:ROOM/k, a string: the record
KEYS[2] and on: the sorted sets that may have the game

ARGV[1] ROOM/k

Returns 1 if there was a record, otherwise 0.
--]]

for i = 2, #KEYS do
  redis.call('ZREM', KEYS[i], ARGV[1])
end
return redis.call('DEL', KEYS[1])
