--[[
The code that the scripts about presence share. This file is put before each of them,
after watched.lua.

KEYS[1] holders, a sorted set: holder by the end of its heartbeat, Unix milliseconds
KEYS[2] and on: held:HOLDER of each named holder, a hash: room to what HOLDER has
        announced, as JSON
KEYS[#KEYS] watched, as in watched.lua; only in the scripts that change announcements

ARGV[1] now, in Unix milliseconds
ARGV[2] the number of named holders
ARGV[3] and on: their names
ARGV[own] and on: the script's own arguments

If a living holder is not named, the script does nothing and returns an array of all
living holders: those that have a heartbeat. In all other cases no script returns an array.
--]]

local named = tonumber(ARGV[2])
local own = 3 + named
local living = redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. ARGV[1], '+inf')
local held = {} -- by holder: the key of its announcements
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

-- present returns the announcements of the living holders, as a JSON array.
local function present(room)
  local parts = {}
  for _, holder in ipairs(living) do
    local part = redis.call('HGET', held[holder], room)
    if part then
      parts[#parts + 1] = part
    end
  end
  return '[' .. table.concat(parts, ',') .. ']'
end

-- note_presence notes in watched whether any living holder has announced somebody in a room.
local function note_presence(room)
  for _, holder in ipairs(living) do
    local part = redis.call('HGET', held[holder], room)
    local here = part and cjson.decode(part)
    if here and (here.seats[1].conn or here.seats[2].conn or here.spectators > 0) then
      note_watched(KEYS[#KEYS], room, somebody_is_there)
      return
    end
  end
  note_left(KEYS[#KEYS], room)
end

