#!lua flags=no-writes
--[[
Follows a tree of sets to its first leaf: see ledger.Driver.

KEYS[1] is no key, as in commit.lua.
KEYS[2] is the root of the tree.
ARGV are the members to skip in the root.

Returns the first member of the set and the size of the set for each step.
--]]
local skip = {}
for _, name in ipairs(ARGV) do skip[name] = true end

local function first(root)
  for _, name in ipairs(redis.call('ZRANGE', root, 0, #ARGV)) do
    if not skip[name] then return name end
  end
end

local set, name, steps = KEYS[2], first(KEYS[2]), {}
while name do
  steps[#steps + 1] = name
  steps[#steps + 1] = redis.call('ZCARD', set)
  set = set .. '/' .. name
  name = redis.call('ZRANGE', set, 0, 0)[1]
end
return steps
