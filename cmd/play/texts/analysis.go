package texts

// The list of moves and the analysis.
var (
	CmdMoves     = Text{"moves", "coups"}
	CmdMovesIs   = Text{"list the moves of this game", "lister les coups de cette partie"}
	CmdAnalyse   = Text{"analyse", "analyser"}
	CmdAnalyseIs = Text{
		"what each move is worth here: after a game, in a replay, or while you watch",
		"ce que vaut chaque coup ici\u00a0: après une partie, dans une relecture ou en spectateur",
	}

	MovesOfGame = Text{"Moves of game %d", "Coups de la partie %d"}
	BeganAt     = Text{"The game began at move %d.", "La partie a commencé au coup %d."}
	NoMoves     = Text{"Nobody has moved yet.", "Personne n’a encore joué."}

	AnalysisOf      = Text{"Analysis after move %d", "Analyse après le coup %d"}
	AnalysisOfStart = Text{"Analysis of the start", "Analyse du début"}
	NotWhilePlaying = Text{
		"The analysis is for finished games: the other player cannot use it either.",
		"L’analyse est réservée aux parties finies\u00a0: l’autre joueur n’y a pas droit non plus.",
	}
	Analysing      = Text{"Searching", "Calcul en cours"}
	AnalysisToMove = Text{"%s is to move.", "C’est à %s de jouer."}
	AnalysisOver   = Text{"The game is over here: /replay leads to earlier moves.", "La partie est finie ici\u00a0: /revoir mène aux coups précédents."}
	AnalysisFailed = Text{"No analysis: %s", "Pas d’analyse\u00a0: %s"}
	AnalysisExact  = Text{"Exact.", "Exact."}
	AnalysisDepth  = Text{"Depth %d, positions: %d.", "Profondeur %d, positions\u00a0: %d."}

	WinsNext     = Text{"%s wins on the next move.", "%s gagne au prochain coup."}
	WinsIn       = Text{"%s wins in %d moves with best play.", "%s gagne en %d coups avec le meilleur jeu."}
	WinsWithin   = Text{"%s wins in at most %d moves.", "%s gagne en %d coups au plus."}
	DrawWithBest = Text{"A draw with best play.", "Partie nulle avec le meilleur jeu."}
	HoldsDraw    = Text{"%s has at least a draw.", "%s a au moins la nulle."}
	IsAhead      = Text{"%s is ahead.", "%s a l’avantage."}
	IsSlightly   = Text{"%s is a little ahead.", "%s a un léger avantage."}
	IsEven       = Text{"Even, as far as can be seen.", "Jeu égal, à première vue."}

	MoveWinsAtOnce  = Text{"wins at once", "gagne aussitôt"}
	MoveWins        = Text{"wins in %d moves", "gagne en %d coups"}
	MoveWinsWithin  = Text{"wins in at most %d moves", "gagne en %d coups au plus"}
	MoveLosesOne    = Text{"loses in %d move", "perd en %d coup"}
	MoveLoses       = Text{"loses in %d moves", "perd en %d coups"}
	MoveLosesWithin = Text{"loses in at most %d moves", "perd en %d coups au plus"}
	MoveDraws       = Text{"draws", "mène à la nulle"}
	MoveHolds       = Text{"at least a draw", "au moins la nulle"}
	MoveLimited     = Text{"at most a draw", "au plus la nulle"}
	MoveEstimate    = Text{"estimate %+d", "estimation %+d"}
	MoveUnknown     = Text{"not known yet", "pas encore connu"}
)

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
