--[[
What the scripts on who is there have in common.

KEYS[1] holders, a zset: holder by when its heartbeat is over, Unix milliseconds
KEYS[2] and on: held:HOLDER of each holder that is named, a hash: room to what
        HOLDER says of it as JSON

ARGV[1] now, in Unix milliseconds
ARGV[2] how many holders are named
ARGV[3] and on: their names
ARGV[own] and on: the script's own arguments

Returns an array of the holders that have a heartbeat, and does nothing, if one of
them is not named. No script returns an array otherwise.
--]]

local named = tonumber(ARGV[2])
local own = 3 + named
local living = redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. ARGV[1], '+inf')
local held = {} -- by holder: its key
for i = 1, named do
  held[ARGV[2 + i]] = KEYS[1 + i]
end
local alive = {}
for _, holder in ipairs(living) do
  if not held[holder] then
    return living
  end
  alive[holder] = true
end

-- here returns what the living say of a room, as a JSON array.
local function here(room)
  local parts = {}
  for _, holder in ipairs(living) do
    local part = redis.call('HGET', held[holder], room)
    if part then
      parts[#parts + 1] = part
    end
  end
  return '[' .. table.concat(parts, ',') .. ']'
end

