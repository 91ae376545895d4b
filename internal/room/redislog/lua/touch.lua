--[[
Carries out effects without an entry.

KEYS[1] to KEYS[11] and ARGV[1] to ARGV[11] as in effects.lua

Returns 1, or 0 if the log does not end at ARGV[2] and nothing was stored.
--]]

if redis.call('XLEN', KEYS[1]) ~= tonumber(ARGV[2]) then
  return 0
end
carry_out_effects(false, true)
return 1
