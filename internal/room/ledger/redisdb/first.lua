#!lua flags=no-writes
--[[
Follows trees of sets to the first leaf: see ledger.Driver.

KEYS[1] is no key, as in commit.lua.
KEYS[i + 1] is the root of tree i.
ARGV are the members to skip in the roots.

Returns the set, its first member and its size for each step.
--]]
local skip = {}
for _, name in ipairs(ARGV) do skip[name] = true end

local function first(root)
  for _, name in ipairs(redis.call('ZRANGE', root, 0, #ARGV)) do
    if not skip[name] then return name end
  end
end

for i = 2, #KEYS do
  local set, name, steps = KEYS[i], first(KEYS[i]), {}
  while name do
    steps[#steps + 1] = set
    steps[#steps + 1] = name
    steps[#steps + 1] = redis.call('ZCARD', set)
    set = set .. '/' .. name
    name = redis.call('ZRANGE', set, 0, 0)[1]
  end
  if #steps > 0 then return steps end
end
return {}
