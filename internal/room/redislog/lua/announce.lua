--[[
Replaces what one holder says of who is in a room, drops what has expired, and
tells the watchers if that changes anything.

KEYS[1] here:ROOM, a hash: holder to "UNTIL JSON", UNTIL in Unix milliseconds

ARGV[1] now, in Unix milliseconds
ARGV[2] how long the announcement lasts, in milliseconds
ARGV[3] holder
ARGV[4] what it says as JSON, or "" to take it back
ARGV[5] the room's channel

Returns what all holders say, as a JSON array.
--]]

local now, ttl = tonumber(ARGV[1]), tonumber(ARGV[2])
local changed, before = false, ''
local parts = {}
local all = redis.call('HGETALL', KEYS[1])
for i = 1, #all, 2 do
  local holder, expires, json = all[i], string.match(all[i + 1], '^(%-?%d+) (.*)$')
  if tonumber(expires) <= now then
    redis.call('HDEL', KEYS[1], holder)
    changed = true
  elseif holder == ARGV[3] then
    before = json
  else
    parts[#parts + 1] = json
  end
end
if ARGV[4] ~= before then
  changed = true
end
if ARGV[4] == '' then
  redis.call('HDEL', KEYS[1], ARGV[3])
else
  -- %.0f: a plain tostring rounds large numbers to 14 digits.
  redis.call('HSET', KEYS[1], ARGV[3], string.format('%.0f', now + ttl) .. ' ' .. ARGV[4])
  -- Only the server's own clock can clean up after the last holder's death;
  -- twice the time, so that it never decides before the values do.
  redis.call('PEXPIRE', KEYS[1], 2 * ttl)
  parts[#parts + 1] = ARGV[4]
end
local merged = '[' .. table.concat(parts, ',') .. ']'
if changed then
  redis.call('SPUBLISH', ARGV[5], 'h' .. merged)
end
return merged
