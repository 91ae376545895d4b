package texts

// The games.
var (
	Connect4       = Text{"Connect Four, %dx%d, %d in a row", "Puissance 4, %dx%d, %d à aligner"}
	Connect4Prompt = Text{"Column 1-%s", "Colonne 1-%s"}
	Connect4Drop   = Text{
		"Your disc falls to the lowest free cell of the column that you type: 1 to %s from the left.",
		"Votre jeton tombe dans la case libre la plus basse de la colonne que vous tapez\u00a0: 1 à %s à partir de la gauche.",
	}
	Connect4Letters = Text{
		"After 9 the columns are letters: a is the tenth. You may type 10 instead.",
		"Après 9, les colonnes sont des lettres\u00a0: a est la dixième. Vous pouvez aussi taper 10.",
	}
	Connect4Win = Text{
		"%d discs of one player in a row, column or diagonal win.",
		"Il faut aligner %d jetons\u00a0: en ligne, en colonne ou en diagonale.",
	}

	TicTacToe       = Text{"Tic-tac-toe", "Morpion"}
	TicTacToePrompt = Text{"Cell a1-c3 or 0-8", "Case a1-c3 ou 0-8"}
	TicTacToeCells  = Text{
		"Name a free cell by its column and row: a1 is at the bottom left, c3 at the top right.",
		"Nommez une case libre par sa colonne et sa ligne\u00a0: a1 est en bas à gauche, c3 en haut à droite.",
	}
	TicTacToeDigits = Text{
		"Or by its number, from 0 at the top left to 8 at the bottom right: 4 is b2.",
		"Ou par son numéro, de 0 en haut à gauche à 8 en bas à droite\u00a0: 4 est b2.",
	}
	TicTacToeWin = Text{
		"Three marks of one player in a row, column or diagonal win.",
		"Il faut aligner trois marques\u00a0: en ligne, en colonne ou en diagonale.",
	}

	Force3       = Text{"Force 3", "Force 3"}
	Force3Placed = Text{"placed", "pose d’abord"}
	Force3Fair   = Text{"fair", "départ équitable"}
	Force3Prompt = Text{"Turn: P5, M3-6, S2 or S3+", "Tour\u00a0: P5, M3-6, S2 ou S3+"}
	Force3Place  = Text{
		"P5 places a disc from your hand on the free tile 5.",
		"P5 pose un jeton de votre réserve sur la tuile libre 5.",
	}
	Force3Move = Text{
		"M3-6 moves your disc from tile 3 to the free tile 6.",
		"M3-6 déplace votre jeton de la tuile 3 à la tuile libre 6.",
	}
	Force3Slide = Text{
		"S2 slides tile 2 and its disc into the hole.",
		"S2 fait glisser la tuile 2 et son jeton dans le trou.",
	}
	Force3SlideTwo = Text{
		"S3+ slides two tiles: tile 3 and the tile between it and the hole.",
		"S3+ fait glisser deux tuiles\u00a0: la tuile 3 et celle qui la sépare du trou.",
	}
	Force3NoUndo = Text{
		"The next turn may not undo a slide.",
		"Le tour suivant ne peut pas annuler une glissade.",
	}
	Force3Win = Text{
		"Three discs in line win, whichever player lines them up.",
		"Trois jetons alignés gagnent, quel que soit le joueur qui les a alignés.",
	}
	Force3PlacedRule = Text{
		"Both players place all discs first. Discs move to neighbouring tiles only. You may not slide a tile that carries the other player's disc.",
		"On pose d’abord tous les jetons. Un jeton ne va que sur une tuile voisine. On ne fait pas glisser une tuile qui porte un jeton adverse.",
	}
	Force3FairRule = Text{
		"The first turn places a disc on a corner.",
		"Le premier tour pose un jeton dans un coin.",
	}
	Force3Banned = Text{
		"The hole may not go back to %d in this turn.",
		"Le trou ne peut pas revenir en %d à ce tour.",
	}

	Force3Report       = Text{"report", "rapport"}
	Force3ReportPrompt = Text{"Turn: P5, M3-6, S2 or S2+3", "Tour : P5, M3-6, S2 ou S2+3"}
	Force3Step         = Text{
		"M3-6 moves your disc from tile 3 to the free tile 6 beside it.",
		"M3-6 déplace votre jeton de la tuile 3 à la tuile libre 6, juste à côté.",
	}
	Force3SlideAgain = Text{
		"S2+3 slides tile 2 and then tile 3. The second slide may go in another direction.",
		"S2+3 fait glisser la tuile 2, puis la tuile 3. La seconde peut aller dans une autre direction.",
	}
	Force3Guard = Text{
		"A tile with the other player's disc does not slide.",
		"Une tuile qui porte un jeton adverse ne glisse pas.",
	}
	Force3NoReverse = Text{
		"No turn may be the exact reverse of the last one.",
		"Aucun tour ne peut être l’exact inverse du précédent.",
	}
	Force3BannedOver = Text{
		"The hole may not go back over %d to %d in this turn.",
		"Le trou ne peut pas revenir par %d en %d à ce tour.",
	}
	Force3BannedStraight = Text{
		"The hole may not go straight back to %d in this turn.",
		"Le trou ne peut pas revenir directement en %d à ce tour.",
	}
)
