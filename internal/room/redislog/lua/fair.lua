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

-- first returns the first members that begin with prefix: one, or two if a second parameter is
-- given. They are nil if there are none.
local function first(queue, prefix, two)
  local limit = two and 2 or 1
  return unpack(redis.call('ZRANGEBYLEX', queue.order, '[' .. prefix, '(' .. prefix .. '\255', 'LIMIT', 0, limit))
end

local function count(queue, prefix)
  return redis.call('ZLEXCOUNT', queue.order, '[' .. prefix, '(' .. prefix .. '\255')
end

-- next_seq returns the next number of the queue. It uses %.0f, because tostring rounds large
-- numbers to 14 digits.
local function next_seq(queue)
  return string.format('%016.0f', redis.call('HINCRBY', queue.turns, 'seq', 1))
end

-- join puts who at the end of a rotation, if who is not in it yet. It appends the member that
-- order then lacks to members, after its score.
local function join(queue, rotation, who, turn, members)
  if redis.call('HSETNX', queue.turns, rotation .. who, turn) == 1 then
    members[#members + 1], members[#members + 2] = 0, rotation .. turn .. ' ' .. who
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

-- add_item adds an item. turn is a number of next_seq that no rotation has yet. also is another
-- member for order, or nil.
local function add_item(queue, lane, origin, player, item, turn, also)
  local members = {0, items_of(lane, origin, player) .. item}
  if also then
    members[3], members[4] = 0, also
  end
  join(queue, rotation_of_players(lane, origin), player, turn, members)
  join(queue, rotation_of_origins(lane), origin, turn, members)
  redis.call('ZADD', queue.order, unpack(members))
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
  for _, its_origin in ipairs(waiting) do
    local origin = string.sub(its_origin, #origins + 18)
    if not skip[origin] then
      local players = rotation_of_players(lane, origin)
      local its_player, other_player = first(queue, players, true)
      local player = string.sub(its_player, #players + 18)
      local items = items_of(lane, origin, player)
      local item, next_item = first(queue, items, true)
      redis.call('ZREM', queue.order, item, its_player, its_origin)
      redis.call('HDEL', queue.turns, players .. player, origins .. origin)
      if next_item or other_player then
        local turn, members = next_seq(queue), {}
        if next_item then
          join(queue, players, player, turn, members)
        end
        join(queue, origins, origin, turn, members)
        redis.call('ZADD', queue.order, unpack(members))
      end
      return string.sub(item, #items + 1)
    end
  end
end

