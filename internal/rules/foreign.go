package rules

import "regexp"

// foreign has the texts of other programs that people take for games or positions, and what to do with
// each.
var foreign = []struct {
	form   *regexp.Regexp
	advice string
}{
	{
		regexp.MustCompile(`^\s*\{(?s:.*)"name"\s*:\s*"connectx"`),
		"This is a replay of Kaggle's ConnectX. It does not say when the game was played. Write its actions as moves, " +
			"counting columns from 1, below the tags that a game must have.",
	},
	{
		regexp.MustCompile(`^\s*[box](\s*,\s*[box]){41}\b`),
		"This is a row of the UCI data set Connect-4: a position without the moves that led to it. Those moves are needed.",
	},
	{
		regexp.MustCompile(`^\s*[1-9]{2,}([ \t]+-?\d+)?\s*(\n|$)`),
		"These are positions for testing a solver, not finished games. The command aiworker solve reads them, " +
			"and so does the analysis board: /analysis?variant=connect4:7x6:4&moves=4453.",
	},
}

// Foreign returns what to do with a text of another program, which its beginning shows, or "" for any
// other text.
func Foreign(text string) string {
	text = text[:min(len(text), 4096)]
	for _, f := range foreign {
		if f.form.MatchString(text) {
			return f.advice
		}
	}
	return ""
}
