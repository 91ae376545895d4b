--[[
Stores entries without effects, each in the log of another room or after the one before it, and
notifies the watchers of their rooms. One call for many entries costs Redis less than a call for
each. An error with one entry does not keep the others from being stored.

KEYS[i] log:ROOM, a stream: entry N has the ID N-0

For each key, five arguments:
  the entry's number
  the entry's bytes
  how the bytes of the entry before it must end
  the room's channel; "": the caller notifies the watchers
  the writer's own channel, as in entry.lua

Returns for each key the same as append.lua, or the text of an error.
--]]

local function follow(log, n, entry, prev_tail, channel, own_channel)
  return write(log, n, entry, prev_tail) or tell(channel, entry, own_channel)
end

local replies = {}
for i, log in ipairs(KEYS) do
  local ok, reply = pcall(follow, log, unpack(ARGV, 5 * i - 4, 5 * i))
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
