--[[
Stores an entry and its effects, and tells the watchers.

KEYS and ARGV as in effects.lua, and:
KEYS[7] game:ROOM/k, a string: the record (only with a record)
KEYS[8] games, a sorted set: ROOM/k by when it ended (likewise)
KEYS[9] and on: games:PLAYER of each player, the same (likewise)

ARGV[7] the entry's bytes
ARGV[8] what the bytes of the entry before it end with
ARGV[9] the room's channel
ARGV[10] the record as JSON, or ""
ARGV[11] ROOM/k
ARGV[12] when the game ended, in Unix milliseconds

Returns 1, or 0 if the log does not end at ARGV[2] - 1, or with another entry
than the writer knows (a failover has lost what it had read): nothing was stored.
--]]

local length = redis.call('XLEN', KEYS[1])
if length ~= tonumber(ARGV[2]) - 1 then
  return 0
end
if length > 0 then
  local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1][2][2]
  if string.sub(last, -#ARGV[8]) ~= ARGV[8] then
    return 0
  end
end
-- The first write: when memory is short it is the one that fails, before
-- anything has been changed.
redis.call('XADD', KEYS[1], ARGV[2] .. '-0', 'e', ARGV[7])
carry_out_effects()
queue_job()
if ARGV[10] ~= '' then
  redis.call('SET', KEYS[7], ARGV[10])
  for i = 8, #KEYS do
    redis.call('ZADD', KEYS[i], ARGV[12], ARGV[11])
  end
end
redis.call('SPUBLISH', ARGV[9], 'e' .. ARGV[7])
return 1
