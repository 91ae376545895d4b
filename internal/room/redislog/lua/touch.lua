--[[
Carries out effects without an entry.

KEYS[1] to KEYS[8] and ARGV[1] to ARGV[6] as in effects.lua

Returns 1, or 0 if the log does not end at ARGV[2] and nothing was stored.
--]]

if redis.call('XLEN', KEYS[1]) ~= tonumber(ARGV[2]) then
  return 0
end
carry_out_effects()
-- The hash may name a job that is gone, if the stream was trimmed or restored.
local id = redis.call('HGET', KEYS[8], ARGV[1])
if not id or #redis.call('XRANGE', KEYS[7], id, id) == 0 then
  queue_job()
end
return 1
