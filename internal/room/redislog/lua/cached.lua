--[[
Returns the best answer that is kept.

KEYS and ARGV[1] as in questions.lua

ARGV[2] KEY

Returns d (done) or p (partial) and the answer as JSON; or nil.
--]]

return answer(ARGV[2])
