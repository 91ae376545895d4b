package texts

// Why the AI made a move.
var (
	CmdWhy      = Text{"why", "pourquoi"}
	CmdWhyIs    = Text{"say why the AI made its last move", "dire pourquoi l’IA a joué son dernier coup"}
	WhyMove     = Text{"Why %s? The AI's score is %s (depth %d, %d positions, %d ms).", "Pourquoi %s\u00a0? Le score de l’IA est %s (profondeur %d, %d positions, %d ms)."}
	WhyEnd      = Text{"Why %s? The AI sees that it %s (depth %d, %d positions, %d ms).", "Pourquoi %s\u00a0? L’IA voit qu’elle %s (profondeur %d, %d positions, %d ms)."}
	WhyExact    = Text{"Why %s? The AI knew its exact value: %s (%d positions, %d ms).", "Pourquoi %s\u00a0? L’IA en connaissait la valeur exacte\u00a0: %s (%d positions, %d ms)."}
	WhyCompared = Text{"It compared: %s.", "Elle a comparé\u00a0: %s."}
	WhyMissed   = Text{"It overlooked: %s.", "Elle n’a pas vu\u00a0: %s."}
	WhyLine     = Text{"It expects: %s.", "Elle prévoit\u00a0: %s."}
	WhyDraws    = Text{"a draw", "la nulle"}
	WhyAtMost   = Text{"at most %s", "au mieux %s"}
	Asking      = Text{"Asking", "Demande en cours"}
	WhyNothing  = Text{"Nothing was recorded about the AI's moves in this game.", "Rien n’a été noté sur les coups de l’IA dans cette partie."}
)
