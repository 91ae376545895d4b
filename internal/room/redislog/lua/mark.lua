#!lua flags=allow-oom
--[[
Writes something, so that the WAIT that follows on this connection also covers what the
commands before it have read, or have found stored already. A full Redis carries it out too.

KEYS[1] mark, a string: always empty
--]]

return redis.call('SET', KEYS[1], '')
