--[[
The functions that the scripts about questions and answers share. This file is put before
each of them, after fair.lua.

KEYS[1] questions, a hash: KEY to the question as JSON
KEYS[2] waiting, a sorted set: KEY by when it was queued
KEYS[3] busy, a sorted set: KEY by the end of its worker's lease
KEYS[4] workers, a hash: KEY to its worker
KEYS[5] wanted, a sorted set: KEY by the time until which it is wanted
KEYS[6] answers, a hash: KEY to d or p and the answer as JSON
KEYS[7] kept, a sorted set: KEY of an answer by when it expires
KEYS[8] seen, a string: when a worker last looked for questions
KEYS[9] order, KEYS[10] turns, as in fair.lua. KEYS[10] also has k KEY: the asker of a
        question and its number as "ORIGIN PLAYER SEQ"; an item is "SEQ KEY"

A question is in KEYS[1] and KEYS[5], and either in KEYS[2], or in KEYS[3] and KEYS[4]. A
question in KEYS[2] is also in KEYS[9], except for one that a worker has returned.
All times are in Unix milliseconds, except for those of KEYS[2]. These are microseconds,
so that they order questions of the same millisecond.

ARGV[1] now, in Unix milliseconds
--]]

local now = tonumber(ARGV[1])

-- answer returns the best stored answer; false: none.
local function answer(key)
  local expires = redis.call('ZSCORE', KEYS[7], key)
  if expires and tonumber(expires) > now then
    return redis.call('HGET', KEYS[6], key)
  end
  return false
end

local queue = {order = KEYS[9], turns = KEYS[10]}
local lane = 'a' -- a for analyses: all questions are in one lane

local function add_question(key, origin, player)
  local seq = next_seq(queue)
  redis.call('HSET', queue.turns, 'k' .. key, table.concat({origin, player, seq}, ' '))
  add_item(queue, lane, origin, player, seq .. ' ' .. key, seq)
end

-- waiting_of returns how many questions of an origin wait. It does not count returned ones.
local function waiting_of(origin)
  return count(queue, items_of_origin(lane, origin))
end

-- leave_queue removes a question from the order in which workers get questions.
local function leave_queue(key)
  local asker = redis.call('HGET', queue.turns, 'k' .. key)
  if asker then
    local origin, player, seq = string.match(asker, '^(%S*) (.*) (%d+)$')
    remove_item(queue, lane, origin, player, seq .. ' ' .. key)
    redis.call('HDEL', queue.turns, 'k' .. key)
  end
end

local function forget_question(key)
  leave_queue(key)
  redis.call('HDEL', KEYS[1], key)
  redis.call('ZREM', KEYS[2], key)
  redis.call('ZREM', KEYS[3], key)
  redis.call('HDEL', KEYS[4], key)
  redis.call('ZREM', KEYS[5], key)
end

local function is_wanted(key)
  local until_ = redis.call('ZSCORE', KEYS[5], key)
  return until_ and tonumber(until_) > now
end

local function forget_unwanted()
  for _, key in ipairs(redis.call('ZRANGEBYSCORE', KEYS[5], '-inf', now)) do
    forget_question(key)
  end
end

local function forget_answer(key)
  redis.call('HDEL', KEYS[6], key)
  redis.call('ZREM', KEYS[7], key)
end
