--[[
Stores the date of games that no sorted set orders by age.

KEYS[1] games, a sorted set: games that two played here, by their end
KEYS[2] imported, a sorted set: the other games. An imported game has the time at which this script found it
KEYS[3] and on: game:ROOM/k, strings: the records

ARGV[1] now, in Unix milliseconds
ARGV[2] and on: ROOM/k, in the order of the records

Returns the number of games that were dated.
--]]

local n = 0
for i = 2, #ARGV do
  local name = ARGV[i]
  if not redis.call('ZSCORE', KEYS[1], name) and redis.call('EXISTS', KEYS[i + 1]) == 1 then
    n = n + redis.call('ZADD', KEYS[2], 'NX', ARGV[1], name)
  end
end
return n
