--[[
Renews a holder's heartbeat.

KEYS[1] holders, as in presence.lua
KEYS[2] held:HOLDER
KEYS[3] where it is kept: silence, a hash of times in Unix milliseconds: last, of the
        last heartbeat; since and until, of the last two that were far apart

ARGV[1] now, in Unix milliseconds
ARGV[2] how long the heartbeat counts, in milliseconds
ARGV[3] the holder
ARGV[4] from how many milliseconds on two heartbeats are far apart

Returns three things: 1 if this is the beginning of a heartbeat, and nothing is
left of what the holder said before, otherwise 0; those who have a heartbeat;
those whose heartbeat is over.
--]]

local now, ttl = tonumber(ARGV[1]), tonumber(ARGV[2])
local before = redis.call('ZSCORE', KEYS[1], ARGV[3])
local latest = redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]
-- The first write: when memory is short it is the one that fails. %.0f: a plain
-- tostring rounds large numbers to 14 digits.
redis.call('ZADD', KEYS[1], string.format('%.0f', now + ttl), ARGV[3])
local began = 0
if not before or tonumber(before) <= now or redis.call('HEXISTS', KEYS[2], '') == 0 then
  began = 1
  redis.call('UNLINK', KEYS[2])
  -- A field that is no room. It is gone as soon as somebody has begun to take
  -- back what the holder says, or the key was evicted.
  redis.call('HSET', KEYS[2], '', '')
end
-- Only the server's own clock can clean up after the last holder's death. Twice
-- the time, so that those who live get to take back what the dead have said.
redis.call('PEXPIRE', KEYS[1], 2 * ttl)
redis.call('PEXPIRE', KEYS[2], 2 * ttl)
if KEYS[3] then
  local last = tonumber(redis.call('HGET', KEYS[3], 'last'))
  if latest then -- also of a program that is too old to note its heartbeats in KEYS[3]
    last = math.max(last or 0, tonumber(latest) - ttl)
  end
  last = last or now
  if now - last >= tonumber(ARGV[4]) then
    redis.call('HSET', KEYS[3], 'since', string.format('%.0f', last), 'until', ARGV[1])
  end
  redis.call('HSET', KEYS[3], 'last', string.format('%.0f', math.max(last, now)))
end
return {
  began,
  redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. ARGV[1], '+inf'),
  redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1]),
}
