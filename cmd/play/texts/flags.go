package texts

// The help of the command line.
var (
	Usage = Text{
		`quatre-play plays or watches Quatre in a terminal.`,
		`quatre-play permet de jouer à Quatre dans un terminal, ou de regarder des parties.`,
	}
	UsageLine = Text{"Usage: quatre-play [flags] [link]", "Emploi\u00a0: quatre-play [options] [lien]"}
	UseLink   = Text{"take a seat in a room, or watch if both seats are taken", "prend une place dans une partie, ou la regarde si les deux places sont prises"}
	UseWatch  = Text{"watch a room", "regarde une partie"}
	UseAI     = Text{"open a room against the AI", "ouvre une partie contre l’IA"}
	UseFriend = Text{"open a room and show the link for a friend", "ouvre une partie et donne le lien pour un ami"}

	FlagDefault = Text{"default %s", "par défaut\u00a0: %s"}
	FlagEnv     = Text{"environment: %s", "environnement\u00a0: %s"}
	FlagWins    = Text{"A flag on the command line wins over the environment.", "Une option de la ligne de commande l’emporte sur l’environnement."}

	FlagHub       = Text{"`address` of the hub", "`adresse` du serveur"}
	FlagNew       = Text{"open a room", "ouvrir une partie"}
	FlagGame      = Text{"`variant` of the new room: connect4, connect4:8x7:4 (columns x rows : discs in a row), tictactoe, force3, force3:placed, force3:fair, force3:report", "`jeu` de la nouvelle partie\u00a0: connect4 (Puissance 4), connect4:8x7:4 (colonnes x lignes\u00a0: jetons à aligner), tictactoe (morpion), force3, force3:placed, force3:fair, force3:report"}
	FlagOpponent  = Text{"`who` plays against you: human, ai:LEVEL, ai:custom:depth=7,open3=100 (a level of your own, see docs/teach/levels.md), self (you play both seats) or watch (AI against AI)", "`qui` joue contre vous\u00a0: human (une personne), ai:NIVEAU, ai:custom:depth=7,open3=100 (un niveau à vous, voir docs/teach/levels.md), self (vous jouez des deux côtés) ou watch (IA contre IA)"}
	FlagLevels    = Text{"`levels` of the AI: one for solo, two for watch, such as easy,strong", "`niveaux` de l’IA\u00a0: un pour solo, deux pour watch, par exemple easy,strong"}
	FlagPace      = Text{"with watch: the `time` between two moves", "avec watch\u00a0: le `temps` entre deux coups"}
	FlagOtherName = Text{"with duo or -opponent self: nick`name` of the second player", "avec duo ou -opponent self\u00a0: `pseudo` du second joueur"}
	FlagStarter   = Text{"`who` starts: me, other, random, loser or alternate", "`qui` commence\u00a0: me (moi), other (l’autre), random (au hasard), loser (le perdant) ou alternate (chacun son tour)"}
	FlagClock     = Text{"`time` for each player: 30s per move, or 5m+3s per game plus an increment per move", "`temps` de chaque joueur\u00a0: 30s par coup, ou 5m+3s par partie avec un ajout à chaque coup"}
	FlagColour    = Text{"`colour` of your discs: red, yellow, blue, green, violet or white", "`couleur` de vos jetons\u00a0: red (rouge), yellow (jaune), blue (bleu), green (vert), violet ou white (blanc)"}
	FlagAdvice    = Text{"`seats` that see the AI's advice: none, 1, 2 or both", "`places` qui voient les conseils de l’IA\u00a0: none (aucune), 1, 2 ou both (les deux)"}
	FlagThoughts  = Text{"show the AI's score at each of its moves", "montrer le score de l’IA à chacun de ses coups"}
	FlagName      = Text{"your nick`name`", "votre `pseudo`"}
	FlagWatch     = Text{"watch without taking a seat", "regarder sans prendre de place"}
	FlagLang      = Text{"`language`: en or fr (default: the system's)", "`langue`\u00a0: en ou fr (par défaut, celle du système)"}
)

// The names that people type, at the end of the help.
var (
	NamesLevels  = Text{"Levels of the AI", "Niveaux de l’IA"}
	Connect4Name = Text{"Connect Four", "Puissance 4"}
	NamesColumns = Text{
		"a column: 1 to 9 from the left, then a to f for the 10th to the 15th; 10 to 15 work too",
		"une colonne\u00a0: de 1 à 9 à partir de la gauche, puis de a à f de la 10e à la 15e\u00a0; 10 à 15 conviennent aussi",
	}
	NamesCells = Text{
		"a cell: a1 at the bottom left to c3 at the top right, or 0 at the top left to 8 at the bottom right; b2 is 4",
		"une case\u00a0: de a1 en bas à gauche à c3 en haut à droite, ou de 0 en haut à gauche à 8 en bas à droite\u00a0; b2 est 4",
	}
	NamesTurns = Text{
		"a turn, with tiles 1 at the top left to 9 at the bottom right: P5 places, M3-6 moves, S2 slides one tile, S3+ slides two",
		"un tour, avec les tuiles de 1 en haut à gauche à 9 en bas à droite\u00a0: P5 pose, M3-6 déplace, S2 fait glisser une tuile, S3+ en fait glisser deux",
	}
)

// Errors of the command line.
var (
	LinkOrNew     = Text{"give either the link of a room, or -new", "donnez soit le lien d’une partie, soit -new"}
	OneLink       = Text{"give one link at a time: %q is a second one", "donnez un seul lien à la fois\u00a0: %q en est un deuxième"}
	NotALink      = Text{"%q is not the link of a room, such as https://host/r/ROOM", "%q n’est pas le lien d’une partie, comme https://serveur/r/PARTIE"}
	SeatLink      = Text{"this link moves a seat to a browser: open it there", "ce lien déplace une place vers un navigateur\u00a0: ouvrez-le là"}
	NotAnAddress  = Text{"%q is not the address of a hub, such as https://example.org", "%q n’est pas l’adresse d’un serveur, comme https://example.org"}
	BadClock      = Text{"-clock %s: must be a time for each move such as 30s, or for a game such as 5m+3s", "-clock %s\u00a0: il faut un temps par coup, comme 30s, ou par partie, comme 5m+3s"}
	BadChoice     = Text{"-%s %s: must be %s", "-%s %s\u00a0: il faut %s"}
	NeedsLevels   = Text{"-opponent watch needs two levels, such as -levels easy,strong; the levels are %s", "-opponent watch demande deux niveaux, par exemple -levels easy,strong\u00a0; les niveaux sont %s"}
	OnlyWithWatch = Text{"-levels is for -opponent watch", "-levels ne va qu’avec -opponent watch"}
	UselessFlag   = Text{"-%s means nothing together with %s", "-%s n’a pas de sens avec %s"}
	BadLang       = Text{"-lang %s: quatre-play speaks %s", "-lang %s\u00a0: quatre-play parle %s"}
)

// flagTexts are the errors of packages flag and ff.
var flagTexts = []Text{
	{"flag provided but not defined: -%s", "l’option -%s n’existe pas"},
	{"flag needs an argument: -%s", "l’option -%s demande une valeur"},
	{"bad flag syntax: %s", "option mal écrite\u00a0: %s"},
	{"invalid boolean value %s for -%s: %s", "valeur %s non valable pour -%s\u00a0: %s"},
	{"invalid value %s for flag -%s: %s", "valeur %s non valable pour -%s\u00a0: %s"},
	{"error setting flag %s from environment variable %s: %s", "option %s, variable d’environnement %s\u00a0: %s"},
	{"parse error", "illisible"},
	{"value out of range", "hors limites"},
}
