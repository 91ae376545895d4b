--[[
The functions that append.lua, follow.lua and reply.lua share. This file is put before
each of them.
--]]

-- write stores entry n and returns nil, if the log ends at n - 1 and the bytes of its last
-- entry end with prev_tail. Otherwise it stores nothing and returns
--   0: the log does not end at n - 1; or it ends with another entry than the writer
--      knows, because a failover has lost entries that the writer had read
--   3: the log has this very entry; the reply to a first attempt may have been lost
local function write(log, n, entry, prev_tail)
  -- The length differs from the last number if entries were lost: then nothing is appended.
  local length = redis.call('XLEN', log)
  if length >= tonumber(n) then
    local existing = redis.call('XRANGE', log, n .. '-0', n .. '-0')[1]
    return existing and existing[2][2] == entry and 3 or 0
  end
  local last = ''
  if length > 0 then
    last = redis.call('XREVRANGE', log, '+', '-', 'COUNT', 1)[1][2][2]
  end
  if length ~= tonumber(n) - 1 or length > 0 and string.sub(last, -#prev_tail) ~= prev_tail then
    return 0
  end
  -- If memory is short this first write fails, before anything has been changed.
  redis.call('XADD', log, n .. '-0', 'e', entry)
end

-- count_subscribers returns pairs of a channel and the number of its subscribers. channels holds
-- pairs of a channel and the writer's own channel, as in tell. If the writer watches none of the
-- rooms, tell needs no numbers, and the result is empty.
local function count_subscribers(channels)
  for i = 2, #channels, 2 do
    if channels[i] ~= '' then
      return redis.pcall('PUBSUB', 'SHARDNUMSUB', unpack(channels))
    end
  end
  return {}
end

-- tell publishes an entry and returns 1. If the writer is the only watcher, or if channel is "",
-- tell publishes nothing and returns 2. Only the writer's connection subscribes to own_channel.
-- So if channel and own_channel have one subscriber each, that subscriber is the writer's
-- connection. own_channel is "" if the writer does not watch the room. The two channels are
-- pair i of those that count_subscribers has counted.
local function tell(channel, entry, own_channel, counts, i)
  if channel == '' or own_channel ~= '' and counts[4 * i - 2] == 1 and counts[4 * i] == 1 then
    return 2
  end
  redis.call('SPUBLISH', channel, 'e' .. entry)
  return 1
end

