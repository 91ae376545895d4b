package texts

// The help of the command line.
var (
	Usage = Text{
		`play plays or watches Quatre in a terminal.`,
		`play sert à jouer à Quatre dans un terminal, ou à regarder.`,
	}
	UsageLine = Text{"Usage: play [flags] [link]", "Emploi\u00a0: play [options] [lien]"}
	UseLink   = Text{"take a seat in a room, or watch if both are taken", "prend une place dans une partie, ou regarde si elles sont prises"}
	UseWatch  = Text{"watch a room", "regarde une partie"}
	UseAI     = Text{"open a room against the AI", "ouvre une partie contre l’IA"}
	UseFriend = Text{"open a room and show the link for a friend", "ouvre une partie et donne le lien pour un ami"}

	FlagDefault = Text{"default %s", "par défaut\u00a0: %s"}
	FlagEnv     = Text{"environment: %s", "environnement\u00a0: %s"}
	FlagWins    = Text{"A flag on the command line wins over the environment.", "Une option de la ligne de commande l’emporte sur l’environnement."}

	FlagHub       = Text{"`address` of the hub", "`adresse` du serveur"}
	FlagNew       = Text{"open a room", "ouvrir une partie"}
	FlagGame      = Text{"`variant` of the new room: connect4, connect4:8x7:4 (columns x rows : discs in a row), tictactoe, force3, force3:placed, force3:fair", "`jeu` de la nouvelle partie\u00a0: connect4 (Puissance 4), connect4:8x7:4 (colonnes x lignes\u00a0: jetons à aligner), tictactoe (morpion), force3, force3:placed, force3:fair"}
	FlagOpponent  = Text{"`who` plays against you: human, ai:LEVEL, self (you play both seats) or watch (AI against AI)", "`qui` joue contre vous\u00a0: human (une personne), ai:NIVEAU, self (vous jouez les deux places) ou watch (IA contre IA)"}
	FlagLevels    = Text{"with -opponent watch: the two AI `levels`, such as easy,strong", "avec -opponent watch\u00a0: les deux `niveaux` d’IA, par exemple easy,strong"}
	FlagPace      = Text{"with -opponent watch: the `time` between two moves", "avec -opponent watch\u00a0: le `temps` entre deux coups"}
	FlagOtherName = Text{"with -opponent self: nick`name` of the second player", "avec -opponent self\u00a0: `pseudo` du second joueur"}
	FlagStarter   = Text{"`who` starts: me, other, random, loser or alternate", "`qui` commence\u00a0: me (moi), other (l’autre), random (au hasard), loser (le perdant) ou alternate (chacun son tour)"}
	FlagClock     = Text{"`time` for each player: 30s per move, or 5m+3s per game plus an increment per move", "`temps` de chaque joueur\u00a0: 30s par coup, ou 5m+3s par partie avec un ajout à chaque coup"}
	FlagAdvice    = Text{"`seats` that see the AI's advice: none, 1, 2 or both", "`places` qui voient les conseils de l’IA\u00a0: none (aucune), 1, 2 ou both (les deux)"}
	FlagName      = Text{"your nick`name`", "votre `pseudo`"}
	FlagWatch     = Text{"watch without taking a seat", "regarder sans prendre de place"}
	FlagLang      = Text{"`language`: en or fr (default: the system's)", "`langue`\u00a0: en ou fr (par défaut, celle du système)"}
)

// Errors of the command line.
var (
	LinkOrNew    = Text{"give either the link of a room, or -new", "donnez soit le lien d’une partie, soit -new"}
	OneLink      = Text{"give one link at a time: %q is a second one", "donnez un seul lien à la fois\u00a0: %q en est un deuxième"}
	NotALink     = Text{"%q is not the link of a room, such as https://host/r/ROOM", "%q n’est pas le lien d’une partie, comme https://serveur/r/PARTIE"}
	NotAnAddress = Text{"%q is not the address of a hub, such as https://example.org", "%q n’est pas l’adresse d’un serveur, comme https://example.org"}
	BadClock     = Text{"-clock %s: must be a time for each move such as 30s, or for a game such as 5m+3s", "-clock %s\u00a0: il faut un temps par coup, comme 30s, ou par partie, comme 5m+3s"}
	BadLang      = Text{"-lang %s: play speaks %s", "-lang %s\u00a0: play parle %s"}
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
