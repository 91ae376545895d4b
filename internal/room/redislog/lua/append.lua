--[[
Stores an entry and its effects, and tells the watchers.

KEYS and ARGV as in effects.lua, and:
KEYS[7] game:ROOM/k, a string: the record (only with a record)
KEYS[8] games, a sorted set: ROOM/k by when it ended (likewise)
KEYS[9] and on: games:PLAYER of each player, the same (likewise)

ARGV[7] the entry's bytes
ARGV[8] the room's channel
ARGV[9] the record as JSON, or ""
ARGV[10] ROOM/k
ARGV[11] when the game ended, in Unix milliseconds

Returns 1, or 0 if the log does not end at ARGV[2] - 1: nothing was stored.
--]]

if redis.call('XLEN', KEYS[1]) ~= tonumber(ARGV[2]) - 1 then
  return 0
end
-- The first write: when memory is short it is the one that fails, before
-- anything has been changed.
redis.call('XADD', KEYS[1], ARGV[2] .. '-0', 'e', ARGV[7])
carry_out_effects()
queue_job()
if ARGV[9] ~= '' then
  redis.call('SET', KEYS[7], ARGV[9])
  for i = 8, #KEYS do
    redis.call('ZADD', KEYS[i], ARGV[11], ARGV[10])
  end
end
redis.call('SPUBLISH', ARGV[8], 'e' .. ARGV[7])
return 1
