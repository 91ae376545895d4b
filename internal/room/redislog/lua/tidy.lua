--[[
Removes from the consumer group the workers that have no job and have been silent for
long.
Their names are never used again.

KEYS[1] jobs

ARGV[1] group
ARGV[2] for how long they must have been silent, in milliseconds

Returns the number of workers that were removed.
--]]

local consumers = redis.pcall('XINFO', 'CONSUMERS', KEYS[1], ARGV[1])
if consumers.err then
  return 0
end
local n = 0
for _, consumer in ipairs(consumers) do
  local field = {}
  for i = 1, #consumer, 2 do
    field[consumer[i]] = consumer[i + 1]
  end
  if field.pending == 0 and field.idle >= tonumber(ARGV[2]) then
    redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], field.name)
    n = n + 1
  end
end
return n
