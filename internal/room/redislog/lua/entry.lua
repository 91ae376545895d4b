--[[
What append.lua and follow.lua share.
--]]

-- write stores entry n and returns nil; or, if the log does not end at n - 1, or ends
-- with another entry than the writer knows (a failover has lost what it had read), 0;
-- or 3 if it has this very entry: the answer to the first attempt may have been lost.
-- joint is what the bytes of the entry before it end with.
local function write(log, n, entry, joint)
  local length = redis.call('XLEN', log)
  if length >= tonumber(n) then
    local there = redis.call('XRANGE', log, n .. '-0', n .. '-0')[1]
    return there and there[2][2] == entry and 3 or 0
  end
  local last = ''
  if length > 0 then
    last = redis.call('XREVRANGE', log, '+', '-', 'COUNT', 1)[1][2][2]
  end
  if length ~= tonumber(n) - 1 or length > 0 and string.sub(last, -#joint) ~= joint then
    return 0
  end
  -- The first write: when memory is short it is the one that fails, before
  -- anything has been changed.
  redis.call('XADD', log, n .. '-0', 'e', entry)
end

-- tell publishes an entry, and returns 1; or, if nobody but the writer listens,
-- leaves it to the writer, and returns 2. line is a channel that only the writer's
-- own connection subscribes to, "" if it does not listen to the room: where both
-- have one subscriber, it is the same.
local function tell(channel, entry, line)
  if line ~= '' then
    local listen = redis.pcall('PUBSUB', 'SHARDNUMSUB', channel, line)
    if listen[2] == 1 and listen[4] == 1 then
      return 2
    end
  end
  redis.call('SPUBLISH', channel, 'e' .. entry)
  return 1
end

