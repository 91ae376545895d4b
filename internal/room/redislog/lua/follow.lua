--[[
Stores entries whose only effect may be another deadline, each in the log of another room or
after the one before it, and notifies the watchers of their rooms. One call for many entries
costs Redis less than a call for each. An error with one entry does not keep the others from
being stored.

For each entry, two keys:
  log:ROOM, a stream: entry N has the ID N-0
  due, as in effects.lua
and seven arguments:
  the entry's number
  the entry's bytes
  how the bytes of the entry before it must end
  the room
  its deadline in Unix milliseconds; "": leave the deadline unchanged
  the room's channel; "": the caller notifies the watchers
  the writer's own channel, as in entry.lua

Returns for each entry the same as append.lua, or the text of an error.
--]]

local count = #KEYS / 2

local channels = {}
for i = 1, count do
  channels[2 * i - 1], channels[2 * i] = ARGV[7 * i - 1], ARGV[7 * i]
end
local counts = count_subscribers(channels)

local function follow(i, n, entry, prev_tail, room, deadline, channel, own_channel)
  local conflict = write(KEYS[2 * i - 1], n, entry, prev_tail)
  if conflict then
    return conflict
  end
  if deadline ~= '' then
    redis.call('ZADD', KEYS[2 * i], deadline, room)
  end
  return tell(channel, entry, own_channel, counts, i)
end

local replies = {}
for i = 1, count do
  local ok, reply = pcall(follow, i, unpack(ARGV, 7 * i - 6, 7 * i))
  if not ok then
    reply = reply.err or reply
    -- A server that has become a replica refuses everything. The client must see the error
    -- itself, to leave the server.
    if string.find(reply, '^%-?READONLY') then
      return redis.error_reply(reply)
    end
  end
  replies[i] = reply
end
return replies
