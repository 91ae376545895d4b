#!lua flags=allow-oom
--[[
Writes a key, so that the next WAIT on this connection also covers what earlier commands
have read, or have found stored already. A Redis whose memory is full runs this script too.

KEYS[1] mark, a string: always empty
--]]

return redis.call('SET', KEYS[1], '')
