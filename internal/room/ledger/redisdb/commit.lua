#!lua
--[[
Carries out batches, one after the other: see ledger.Batch.

KEYS[1] begins all keys, and is none itself. While a Cluster moves the slot it makes Redis refuse
the script: otherwise the script could find some of the keys empty because they are on the other
server.
KEYS[i + 1] is the key of operation i, counted through all batches.
ARGV[1] has the kinds of the operations, and a semicolon after each batch.
ARGV[2 * i] and ARGV[2 * i + 1] are A and B of operation i.

Returns for each batch the number of the condition that does not hold, or 0, or the text of an
error of Redis.
--]]
local call = redis.call

local conditions = {
  L = function(log, n, tail)
    local length = call('LLEN', log)
    return length == tonumber(n) and (length == 0 or tail == '' or string.sub(call('LINDEX', log, -1), -#tail) == tail)
  end,
  F = function(hash, field, value) return (call('HGET', hash, field) or '') == value end,
  S = function(set, name, least)
    local score = call('ZSCORE', set, name)
    return score and tonumber(score) >= tonumber(least)
  end,
}

local changes = {
  a = function(log, entry)
    call('RPUSH', log, entry)
    call('SPUBLISH', log, entry)
  end,
  q = function(log, entry) call('RPUSH', log, entry) end, -- like a; the caller publishes the entry
  f = function(hash, field, value)
    if value == '' then
      call('HDEL', hash, field)
    else
      call('HSET', hash, field, value)
    end
  end,
  p = function(set, name, score) call('ZADD', set, score, name) end,
  n = function(set, name, score) call('ZADD', set, 'NX', score, name) end,
  r = function(set, name) call('ZREM', set, name) end,
  e = function(set, name, other)
    if call('ZCARD', KEYS[1] .. other) == 0 then call('ZREM', set, name) end
  end,
  d = function(key) call('DEL', key) end,
  c = function(channel, payload) call('SPUBLISH', channel, payload) end,
}

local i = 0 -- the number of operations in the batches before

local function run(kinds)
  for k = 1, #kinds do
    local kind, at = string.sub(kinds, k, k), i + k
    local key, a, b = KEYS[at + 1], ARGV[2 * at], ARGV[2 * at + 1]
    if changes[kind] then
      changes[kind](key, a, b)
    elseif not conditions[kind](key, a, b) then
      return k
    end
  end
  return 0
end

local results = {}
for kinds in string.gmatch(ARGV[1], '([^;]*);') do
  local ok, result = pcall(run, kinds)
  if not ok then
    result = tostring(type(result) == 'table' and result.err or result)
  end
  results[#results + 1] = result
  i = i + #kinds
end
return results
