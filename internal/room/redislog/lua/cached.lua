--[[
Returns the best stored answer.

KEYS and ARGV[1] as in questions.lua

ARGV[2] KEY

Returns one string, d (done) or p (partial) and then the answer as JSON; nil: no answer.
--]]

return answer(ARGV[2])
