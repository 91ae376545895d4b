--[[
Notes the time for games that are in no order by which they could grow old.

KEYS[1] games, a sorted set: those listed for everybody, by when they ended
KEYS[2] imported, a sorted set: the others, by when they were noted
KEYS[3] and on: game:ROOM/k, strings: the records

ARGV[1] now, in Unix milliseconds
ARGV[2] and on: ROOM/k, in the order of the records

Returns how many it has noted.
--]]

local n = 0
for i = 2, #ARGV do
  local name = ARGV[i]
  if not redis.call('ZSCORE', KEYS[1], name) and redis.call('EXISTS', KEYS[i + 1]) == 1 then
    n = n + redis.call('ZADD', KEYS[2], 'NX', ARGV[1], name)
  end
end
return n
