package texts

// Why the AI made a move.
var (
	CmdWhy      = Text{"why", "pourquoi"}
	CmdWhyIs    = Text{"say why the AI made its last move", "dire pourquoi l’IA a joué son dernier coup"}
	WhyMove     = Text{"Why %s? The AI's score is %s (depth %d, positions: %d, %d ms).", "Pourquoi %s\u00a0? Le score de l’IA est %s (profondeur %d, positions\u00a0: %d, %d ms)."}
	WhyEnd      = Text{"Why %s? The AI sees that it %s (depth %d, positions: %d, %d ms).", "Pourquoi %s\u00a0? L’IA voit qu’elle %s (profondeur %d, positions\u00a0: %d, %d ms)."}
	WhyExactEnd = Text{"Why %s? The AI knew for certain that it %s (positions: %d, %d ms).", "Pourquoi %s\u00a0? L’IA savait avec certitude qu’elle %s (positions\u00a0: %d, %d ms)."}
	WhyExact    = Text{"Why %s? The AI knew its exact value: %s (positions: %d, %d ms).", "Pourquoi %s\u00a0? L’IA en connaissait la valeur exacte\u00a0: %s (positions\u00a0: %d, %d ms)."}
	WhyCompared = Text{"It compared: %s.", "Elle a comparé\u00a0: %s."}
	WhyMissed   = Text{"It overlooked: %s.", "Elle n’a pas vu\u00a0: %s."}
	WhyLine     = Text{"It expects: %s.", "Elle prévoit\u00a0: %s."}
	WhyDraws    = Text{"a draw", "la nulle"}
	WhyAtMost   = Text{"at most %s", "au plus %s"}
	WhyAtBest   = Text{"%s at best", "%s au mieux"}
	WhyBound    = Text{
		`"At most", "at best": the AI did not look for the exact value, because the move could no longer be among the best (alpha-beta).`,
		"«\u00a0Au plus\u00a0», «\u00a0au mieux\u00a0»\u00a0: l’IA n’a pas cherché la valeur exacte, car le coup ne pouvait plus être parmi les meilleurs (élagage alpha-bêta).",
	}
	WhyWorseOne = Text{
		"At this level it also plays moves that it judges a little worse than the best: here by %d point.",
		"À ce niveau, elle joue aussi des coups qu’elle juge un peu moins bons que le meilleur\u00a0: ici, de %d point.",
	}
	WhyWorse = Text{
		"At this level it also plays moves that it judges a little worse than the best: here by %d points.",
		"À ce niveau, elle joue aussi des coups qu’elle juge un peu moins bons que le meilleur\u00a0: ici, de %d points.",
	}
	Asking     = Text{"Asking", "Demande en cours"}
	WhyNothing = Text{"Nothing was recorded about the AI's moves in this game.", "Rien n’a été noté sur les coups de l’IA dans cette partie."}
)
