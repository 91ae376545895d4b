--[[
A queue that serves one origin after the other, one player of an origin after the other, and
the items of one player in the order of their names. This file is put before the scripts
that use it.

A queue is a table of two keys:

  order   a sorted set whose scores are all 0, so that it is in the order of its members.
          LANE is one letter, TURN a number of 16 digits:
            LANE o TURN ORIGIN          an origin that has items, by its turn
            LANE p ORIGIN TURN PLAYER   a player who has items, by the turn in the origin
            LANE j ORIGIN PLAYER ITEM   an item
  turns   a hash: LANE o ORIGIN and LANE p ORIGIN PLAYER to the TURN; seq to the last TURN

Each operation costs O(log n).
--]]

-- first returns the first member that begins with prefix; nil: none.
local function first(queue, prefix)
  return redis.call('ZRANGEBYLEX', queue.order, '[' .. prefix, '(' .. prefix .. '\255', 'LIMIT', 0, 1)[1]
end

local function count(queue, prefix)
  return redis.call('ZLEXCOUNT', queue.order, '[' .. prefix, '(' .. prefix .. '\255')
end

-- next_seq returns the next number of the queue. It uses %.0f, because tostring rounds large
-- numbers to 14 digits.
local function next_seq(queue)
  return string.format('%016.0f', redis.call('HINCRBY', queue.turns, 'seq', 1))
end

-- join puts who at the end of a rotation, if who is not in it yet.
local function join(queue, rotation, who)
  local turn = next_seq(queue)
  if redis.call('HSETNX', queue.turns, rotation .. who, turn) == 1 then
    redis.call('ZADD', queue.order, 0, rotation .. turn .. ' ' .. who)
  end
end

local function leave(queue, rotation, who)
  local turn = redis.call('HGET', queue.turns, rotation .. who)
  if turn then
    redis.call('HDEL', queue.turns, rotation .. who)
    redis.call('ZREM', queue.order, rotation .. turn .. ' ' .. who)
  end
end

local function rotation_of_origins(lane) return lane .. 'o ' end
local function rotation_of_players(lane, origin) return lane .. 'p ' .. origin .. ' ' end
local function items_of_origin(lane, origin) return lane .. 'j ' .. origin .. ' ' end
local function items_of(lane, origin, player) return items_of_origin(lane, origin) .. player .. ' ' end

local function add_item(queue, lane, origin, player, item)
  redis.call('ZADD', queue.order, 0, items_of(lane, origin, player) .. item)
  join(queue, rotation_of_players(lane, origin), player)
  join(queue, rotation_of_origins(lane), origin)
end

-- remove_item removes an item, if it exists. A player or origin without items leaves its rotation.
local function remove_item(queue, lane, origin, player, item)
  if redis.call('ZREM', queue.order, items_of(lane, origin, player) .. item) == 0 then
    return
  end
  if not first(queue, items_of(lane, origin, player)) then
    leave(queue, rotation_of_players(lane, origin), player)
    if not first(queue, rotation_of_players(lane, origin)) then
      leave(queue, rotation_of_origins(lane), origin)
    end
  end
end

-- take_item removes the item whose turn it is and returns it; nil: there is none. It leaves out
-- the origins that are keys of the table skip; skipped is their number.
local function take_item(queue, lane, skip, skipped)
  local origins = rotation_of_origins(lane)
  local waiting = redis.call('ZRANGEBYLEX', queue.order, '[' .. origins, '(' .. origins .. '\255', 'LIMIT', 0, skipped + 1)
  for _, member in ipairs(waiting) do
    local origin = string.sub(member, #origins + 18)
    if not skip[origin] then
      local players = rotation_of_players(lane, origin)
      local player = string.sub(first(queue, players), #players + 18)
      local items = items_of(lane, origin, player)
      local item = string.sub(first(queue, items), #items + 1)
      redis.call('ZREM', queue.order, items .. item)
      leave(queue, players, player)
      leave(queue, origins, origin)
      if first(queue, items) then
        join(queue, players, player)
      end
      if first(queue, players) then
        join(queue, origins, origin)
      end
      return item
    end
  end
end

