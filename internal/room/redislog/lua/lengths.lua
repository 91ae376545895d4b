--[[
Returns how long some logs are.

KEYS the logs

Returns the number of the last entry of each log, in the order of KEYS; 0: there is no log.
--]]

local lengths = {}
for i, key in ipairs(KEYS) do
  lengths[i] = redis.call('XLEN', key)
end
return lengths
