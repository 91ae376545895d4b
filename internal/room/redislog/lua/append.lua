--[[
Stores an entry and its effects, and tells the watchers.

KEYS and ARGV as in effects.lua, and:
ARGV[11] the entry's bytes
ARGV[12] what the bytes of the entry before it end with

Returns 1, or 0 if the log does not end at ARGV[2] - 1, or with another entry
than the writer knows (a failover has lost what it had read): nothing was stored.
--]]

local length = redis.call('XLEN', KEYS[1])
if length ~= tonumber(ARGV[2]) - 1 then
  return 0
end
if length > 0 then
  local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1][2][2]
  if string.sub(last, -#ARGV[12]) ~= ARGV[12] then
    return 0
  end
end
-- The first write: when memory is short it is the one that fails, before
-- anything has been changed.
redis.call('XADD', KEYS[1], ARGV[2] .. '-0', 'e', ARGV[11])
carry_out_effects()
queue_job()
store_record()
redis.call('SPUBLISH', ARGV[7], 'e' .. ARGV[11])
return 1
