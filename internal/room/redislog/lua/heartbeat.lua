--[[
Renews a holder's heartbeat. watched.lua is put before it.

KEYS[1] holders, as in presence.lua
KEYS[2] held:HOLDER
KEYS[3] watched, as in watched.lua
KEYS[4] silence, a hash of times in Unix milliseconds: last, of the last heartbeat; since
        and until, of the heartbeats before and after the last downtime. Only in shards
        that record downtimes

ARGV[1] now, in Unix milliseconds
ARGV[2] how long the heartbeat counts, in milliseconds
ARGV[3] the holder
ARGV[4] the shortest downtime, in milliseconds

Returns {began, living, expired}
  began:   1 if a heartbeat begins and the holder's announcements were removed; otherwise 0
  living:  the holders that have a heartbeat
  expired: the holders whose heartbeat has expired
--]]

local now, ttl = tonumber(ARGV[1]), tonumber(ARGV[2])
local before = redis.call('ZSCORE', KEYS[1], ARGV[3])
local alone = redis.call('ZCOUNT', KEYS[1], '(' .. ARGV[1], '+inf') == 0
-- If memory is short this first write fails. %.0f, because tostring rounds large numbers
-- to 14 digits.
redis.call('ZADD', KEYS[1], string.format('%.0f', now + ttl), ARGV[3])
local began = 0
if not before or tonumber(before) <= now or redis.call('HEXISTS', KEYS[2], '') == 0 then
  began = 1
  redis.call('UNLINK', KEYS[2])
  -- The field with the empty name is no room. It is missing as soon as a script has begun
  -- to reap the holder, or if Redis has evicted the key.
  redis.call('HSET', KEYS[2], '', '')
end
if alone then -- no heartbeat counted any more, so nobody is present in any room
  for _, room in ipairs(redis.call('ZRANGEBYSCORE', KEYS[3], somebody_is_there, somebody_is_there)) do
    note_left(KEYS[3], room)
  end
end
-- If no holder is left, Redis removes the keys. It waits for twice the life of a heartbeat,
-- so that living holders can reap expired ones first.
redis.call('PEXPIRE', KEYS[1], 2 * ttl)
redis.call('PEXPIRE', KEYS[2], 2 * ttl)
if KEYS[4] then
  local last = tonumber(redis.call('HGET', KEYS[4], 'last') or now)
  if now - last >= tonumber(ARGV[4]) then
    redis.call('HSET', KEYS[4], 'since', string.format('%.0f', last), 'until', ARGV[1])
  end
  redis.call('HSET', KEYS[4], 'last', string.format('%.0f', math.max(last, now)))
end
return {
  began,
  redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. ARGV[1], '+inf'),
  redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1]),
}
