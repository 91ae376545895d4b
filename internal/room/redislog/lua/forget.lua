--[[
Removes the record of a game that is old, and its places in all orders.

KEYS[1] game:ROOM/k, a string: the record
KEYS[2] the order by which it is old: games or imported, a sorted set
KEYS[3] and on: the other orders that may have it

ARGV[1] ROOM/k
ARGV[2] from which score in KEYS[2] on games stay

Returns 1, or 0 if it has no place in KEYS[2], or not such a one: somebody else was
faster, and it may be there anew. Nothing was removed.
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
