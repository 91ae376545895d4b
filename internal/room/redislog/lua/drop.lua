--[[
Removes the place of a game without a record.

KEYS[1] game:ROOM/k, a string: the record
KEYS[2] the order that lists it, a sorted set

ARGV[1] ROOM/k

Returns how many places were removed.
--]]

if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
return redis.call('ZREM', KEYS[2], ARGV[1])
