package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/quatre/quatre/cmd/internal/cli"
	"github.com/quatre/quatre/internal/minimax"
	"github.com/quatre/quatre/internal/names"
	"github.com/quatre/quatre/internal/reasons"
	"github.com/quatre/quatre/internal/rules"
)

const explainUsage = `quatre-worker explain says why one side wins, for positions of Connect Four, one per line of standard input. Lines
are as for quatre-worker solve. The answer repeats the moves, and says in words a reason that is proved against every
reply, or that no short reason is known. X has the first move, O the second. Cells have the letter of their
column and the number of their row, from a1 at the bottom left. Example:
quatre-worker explain <<< 14455

With -json, an answer is a line with these fields:

	moves    of the question
	winner   X or O; left out for a draw
	reason   as in the answer of POST /api/analysis; left out if none is known

docs/teach/reasons.md has the kinds of reasons, and the rules of a plan.`

// explained is the answer to a line with -json.
type explained struct {
	Moves  string          `json:"moves"`
	Winner string          `json:"winner,omitempty"`
	Reason *reasons.Reason `json:"reason,omitempty"`
}

func explain(args []string, s streams) (action, error) {
	cfg := solveConfig{engine: minimax.NewEngine(minimax.DefaultTableBytes)}
	fs := cli.NewFlags("quatre-worker explain", "", explainUsage, s.err)
	game := fs.String("game", "connect4:7x6:4", "`variant`: connect4:COLUMNSxROWS:ALIGN, with columns x (rows + 1) of at most 64")
	lang := languageFlag(fs, "words")
	asJSON := fs.Bool("json", false, "print JSON")
	budget := fs.Duration("time", 10*time.Second, "longest `time` for each position")
	_, err := cli.Parse(fs, args)
	if err == nil {
		cfg.game, err = rules.Parse(*game)
	}
	if err == nil && !minimax.CanExplain(cfg.game.Start()) {
		err = fmt.Errorf("-game %s: only Connect Four with columns x (rows + 1) of at most 64 can be explained", *game)
	}
	language, langErr := lang()
	cfg.answer = func(ctx context.Context, question string, pos rules.Position, _ report) (string, error) {
		p := pos.(*rules.Connect4Position)
		outcome, err := cfg.engine.Outcome(ctx, p)
		if err != nil {
			return "", err
		}
		r, err := cfg.engine.Explain(ctx, p, *budget, true)
		winner := winnerOf(p, outcome)
		if *asJSON {
			text, _ := json.Marshal(explained{question, winner, r})
			return string(text), err
		}
		return question + " " + sentences(language, p, winner, r), err
	}
	return cfg.solveAll(s), cmp.Or(err, langErr)
}

// discNames are the letters of the sides.
var discNames = map[rules.Side]string{rules.First: "X", rules.Second: "O"}

// winnerOf returns the letter of the side that wins, or "".
func winnerOf(p *rules.Connect4Position, outcome int) string {
	switch outcome {
	case 1:
		return discNames[p.Turn()]
	case -1:
		return discNames[p.Turn().Other()]
	}
	return ""
}

// The words of reasons. W is the winner and L the loser. The page has its own, which speak of colours and light the
// cells up.
var (
	drawnText    = names.Text{"Nobody wins with best play.", "Personne ne gagne si les deux jouent au mieux."}
	unknownText  = names.Text{"%[1]s wins with best play. No short reason is known.", "%[1]s gagne si les deux jouent au mieux. On n’en connaît pas de raison courte."}
	lineText     = names.Text{"%[1]s completes a line at %[3]s.", "%[1]s aligne en %[3]s."}
	lineNextText = names.Text{"Whatever %[2]s plays, %[1]s then completes a line, at %[3]s.", "Quoi que joue %[2]s, %[1]s aligne ensuite, en %[3]s."}
	forkText     = names.Text{"%[1]s makes two threats. %[2]s can stop only one: %[1]s completes a line at %[3]s.", "%[1]s fait deux menaces. %[2]s ne peut en parer qu’une\u00a0: %[1]s aligne en %[3]s."}
	forkNextText = names.Text{"Whatever %[2]s plays, %[1]s completes a line or makes two threats, and ends at %[3]s.", "Quoi que joue %[2]s, %[1]s aligne ou fait deux menaces, et finit en %[3]s."}
	threatsText  = names.Text{"Whatever %[2]s plays, %[1]s wins by threats alone, at %[3]s.", "Quoi que joue %[2]s, %[1]s gagne par des menaces seules, en %[3]s."}
	safeText     = names.Text{"Any safe move wins: %[1]s only has to see threats in time. %[2]s runs out of moves, and %[1]s completes a line at %[3]s.", "Tout coup prudent gagne\u00a0: il suffit que %[1]s voie les menaces à temps. %[2]s n’a bientôt plus de bon coup, et %[1]s aligne en %[3]s."}
	planText     = names.Text{"%[1]s plays on top of each disc of %[2]s%[4]s. In the end %[2]s has to let %[1]s complete a line at %[3]s.", "%[1]s joue au-dessus de chaque jeton de %[2]s%[4]s. À la fin, %[2]s doit laisser %[1]s aligner en %[3]s."}
	eachText     = names.Text{"Every move of %[2]s but %[4]s loses to threats. After %[4]s, ", "Tous les coups de %[2]s sauf %[4]s perdent sur des menaces. Après %[4]s, "}
	eachOwnText  = names.Text{"%[1]s has an answer of its own to each move of %[2]s, and ends at %[3]s.", "%[1]s a une réponse à chaque coup de %[2]s, et finit en %[3]s."}
	moveText     = names.Text{"%s plays %s. ", "%s joue %s. "}
	forcedText   = names.Text{"%s plays %s, and %s must answer %s. ", "%s joue %s, et %s doit répondre %s. "}

	neverText = names.Text{", but leaves %s alone", ", mais ne touche pas à %s"}
	firstText = names.Text{", takes %s as soon as that is safe", ", prend %s dès que c’est sans danger"}
	pairText  = names.Text{", takes one of %s and %s when %s takes the other", ", prend l’une des cases %s et %s quand %s prend l’autre"}
	spareText = names.Text{", takes %s when there is nothing to answer", ", prend %s quand il n’y a rien à répondre"}
	orText    = names.Text{" or ", " ou "}
)

// sentences says a reason in words.
func sentences(language int, p *rules.Connect4Position, winner string, r *reasons.Reason) string {
	loser := discNames[rules.First]
	switch winner {
	case "":
		return drawnText[language]
	case loser:
		loser = discNames[rules.Second]
	}
	if r == nil {
		return unknownText.Say(language, winner)
	}
	columns, _, _ := p.Size()
	name := func(cells ...reasons.Cell) string {
		var list []string
		for _, c := range cells {
			list = append(list, fmt.Sprintf("%c%d", 'a'+rune(int(c)%columns), 1+int(c)/columns))
		}
		return strings.Join(list, orText[language])
	}
	var moves, plan strings.Builder
	for i := 0; i+1 < len(r.Moves); i += 2 {
		moves.WriteString(forcedText.Say(language, winner, name(r.Moves[i]), loser, name(r.Moves[i+1])))
	}
	if n := len(r.Moves); n%2 == 1 && r.Kind != reasons.AtOnce {
		moves.WriteString(moveText.Say(language, winner, name(r.Moves[n-1])))
	}
	if long := r.Long(); len(long) == 1 {
		moves.WriteString(eachText.Say(language, winner, loser, "", name(long[0].Move)))
		return moves.String() + sentences(language, p, winner, &long[0].Reason)
	}
	for _, c := range r.Plan.First {
		plan.WriteString(firstText.Say(language, name(c)))
	}
	for _, pair := range r.Plan.Pairs {
		plan.WriteString(pairText.Say(language, name(pair[0]), name(pair[1]), loser))
	}
	for _, c := range r.Plan.Spare {
		plan.WriteString(spareText.Say(language, name(c)))
	}
	if len(r.Plan.Never) > 0 {
		plan.WriteString(neverText.Say(language, name(r.Plan.Never...)))
	}
	return moves.String() + textOf(r).Say(language, winner, loser, name(r.Cells...), plan.String())
}

// textOf returns the last sentences of a reason.
func textOf(r *reasons.Reason) names.Text {
	winnerMoves := len(r.Moves) > 0
	switch r.Kind {
	case reasons.AtOnce:
		if winnerMoves {
			return lineText
		}
		return lineNextText
	case reasons.Fork, reasons.Chain:
		switch {
		case winnerMoves:
			return forkText
		case r.Kind == reasons.Fork:
			return forkNextText
		}
		return threatsText
	case reasons.Safe:
		return safeText
	case reasons.Each:
		return eachOwnText
	}
	return planText
}
