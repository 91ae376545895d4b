package texts

// The menu, and the settings of games without a hub.
var (
	MenuTitle    = Text{"Quatre - games without a server", "Quatre - parties sans serveur"}
	MenuGame     = Text{"Game: %s", "Jeu\u00a0: %s"}
	MenuSolo     = Text{"Play against the AI", "Jouer contre l’IA"}
	MenuDuo      = Text{"Two players at this keyboard", "Deux joueurs à ce clavier"}
	MenuWatch    = Text{"AI against AI", "IA contre IA"}
	MenuReplay   = Text{"Look at saved games", "Revoir des parties enregistrées"}
	MenuRules    = Text{"Instructions", "Règles du jeu"}
	MenuJoin     = Text{"Join a room by its link", "Rejoindre une partie par son lien"}
	MenuQuit     = Text{"Quit", "Quitter"}
	MenuBack     = Text{"Back", "Retour"}
	MenuStart    = Text{"Start", "Commencer"}
	MenuVariant  = Text{"Game", "Jeu"}
	MenuColumns  = Text{"Columns", "Colonnes"}
	MenuRows     = Text{"Rows", "Lignes"}
	MenuAlign    = Text{"Discs in a row to win", "Jetons à aligner"}
	MenuLevel    = Text{"Level", "Niveau"}
	MenuOwn      = Text{"A level of your own", "Un niveau à vous"}
	MenuOwn1     = Text{"A level of your own for X", "Un niveau à vous pour X"}
	MenuOwn2     = Text{"A level of your own for O", "Un niveau à vous pour O"}
	MenuOwnAsk   = Text{"Its settings, such as depth=4,open3=100,open2=10,name=Ada", "Ses réglages, par exemple depth=4,open3=100,open2=10,name=Ada"}
	MenuLevel1   = Text{"Level of X", "Niveau de X"}
	MenuLevel2   = Text{"Level of O", "Niveau de O"}
	MenuFirst    = Text{"First move", "Premier coup"}
	MenuAdvice   = Text{"Advice", "Conseils"}
	MenuThoughts = Text{"The AI's score at its moves", "Score de l’IA à ses coups"}
	MenuClock    = Text{"Clock", "Pendule"}
	MenuPace     = Text{"Time between two moves", "Temps entre deux coups"}
	MenuName     = Text{"Your name", "Votre nom"}
	MenuName1    = Text{"Name of X", "Nom de X"}
	MenuName2    = Text{"Name of O", "Nom de O"}
	MenuLink     = Text{"Link", "Lien"}
	MenuFile     = Text{"File", "Fichier"}

	MenuSetting = Text{"%s: %s", "%s\u00a0: %s"}
	MenuKeys    = Text{
		"Arrows choose and change, Enter confirms, Esc goes back.",
		"Les flèches choisissent et changent, Entrée valide, Échap revient.",
	}
	MenuAsk     = Text{"Your choice: ", "Votre choix\u00a0: "}
	MenuOneOf   = Text{"%s, one of %s: ", "%s, au choix %s\u00a0: "}
	MenuType    = Text{"%s: ", "%s\u00a0: "}
	MenuNoItem  = Text{"Type the number of a line.", "Tapez le numéro d’une ligne."}
	MenuNoValue = Text{"%s is not one of these.", "%s n’est pas dans la liste."}

	// FirstMoves and AdviceSeats name the values of the flags -starter and -advice.
	FirstMoves = map[string]Text{
		"me":        {"X", "X"},
		"other":     {"O", "O"},
		"random":    {"at random", "au hasard"},
		"loser":     {"the loser", "le perdant"},
		"alternate": {"X, then alternately", "X, puis à tour de rôle"},
	}
	YesNo       = map[string]Text{"true": {"yes", "oui"}, "false": {"no", "non"}}
	AdviceSeats = map[string]Text{
		"none": {"for nobody", "pour personne"},
		"1":    {"for X", "pour X"},
		"2":    {"for O", "pour O"},
		"both": {"for both", "pour les deux"},
	}
)

// Saved games.
var (
	SavedGames  = Text{"%d games are saved in", "%d parties sont enregistrées dans"}
	SavedGame   = Text{"%d game is saved in", "%d partie est enregistrée dans"}
	NothingSave = Text{"There is no finished game to save.", "Aucune partie terminée à enregistrer."}
	NoSaveGames = Text{"The games cannot be saved: %s.", "Impossible d’enregistrer les parties\u00a0: %s."}
	SaveAtHub   = Text{"The hub keeps these games: export them from its page.", "Le serveur garde ces parties\u00a0: exportez-les depuis sa page."}
	CmdSave     = Text{"save", "enregistrer"}
	CmdSaveArg  = Text{"FILE", "FICHIER"}
	CmdSaveIs   = Text{"write the finished games to a file, for the page and quatre-play replay", "écrire les parties terminées dans un fichier, pour la page et quatre-play revoir"}
	CmdReplay   = Text{"replay", "revoir"}
	CmdReplayIs = Text{"look at the game move by move", "revoir la partie coup par coup"}
	ReplayAt    = Text{"After move %d of %d.", "Après le coup %d sur %d."}
	ReplayMove  = Text{"Move %d of %d: %s played %s.", "Coup %d sur %d\u00a0: %s a joué %s."}
	ReplayKeys  = Text{"Enter or right: next, b or left: back, a number: to that move, q: end. ", "Entrée ou droite\u00a0: suite, b ou gauche\u00a0: retour, un nombre\u00a0: ce coup, q\u00a0: fin. "}
	ReplayLines = Text{"Enter: next, b: back, a number: to that move, q: end: ", "Entrée\u00a0: suite, b\u00a0: retour, un nombre\u00a0: ce coup, q\u00a0: fin\u00a0: "}
	ReplayNone  = Text{"There are no moves to look at.", "Il n’y a pas de coups à revoir."}
	ReplayWhat  = Text{"%s is neither b, q nor a number from 0 to %d.", "%s n’est ni b, ni q, ni un nombre de 0 à %d."}
	ReplayTitle = Text{"Saved games", "Parties enregistrées"}
	FileTooLong = Text{"%s is longer than %d MB", "%s fait plus de %d Mo"}
	DroppedTags = Text{"These tags are unknown, and left out: %s.", "Ces étiquettes sont inconnues et laissées de côté\u00a0: %s."}
	BadGameFile = Text{"%s, line %d, column %d: %s", "%s, ligne %d, colonne %d\u00a0: %s"}
)

// Plain mode.
var (
	HasLeft     = Text{"%s has left. You may soon claim the game.", "%s est parti. Vous pourrez bientôt réclamer la partie."}
	PlainPlayer = Text{"%s: %s.", "%s\u00a0: %s."}
)

// The words that choose a mode, and their help.
var (
	WordSolo    = Text{"solo", "solo"}
	WordDuo     = Text{"duo", "duo"}
	WordWatch   = Text{"watch", "regarder"}
	WordReplay  = Text{"replay", "revoir"}
	WordBot     = Text{"bot", "bot"}
	UseMenu     = Text{"show a menu", "affiche un menu"}
	UseSolo     = Text{"play against the AI, without a server", "joue contre l’IA, sans serveur"}
	UseDuo      = Text{"two people at one keyboard, without a server", "deux personnes au même clavier, sans serveur"}
	UseWatchAI  = Text{"AI against AI, without a server", "IA contre IA, sans serveur"}
	UseBot      = Text{"your own program plays against the AI; with -new or a link, in a room", "votre programme joue contre l’IA\u00a0; avec -new ou un lien, dans une partie"}
	UseReplay   = Text{"look at the games of a file", "revoit les parties d’un fichier"}
	LocalLevels = Text{
		"-levels: solo needs one level, watch two with a comma between, duo none",
		"-levels\u00a0: solo demande un niveau, watch deux séparés par une virgule, duo aucun",
	}
	AdviceForAI   = Text{"-advice 2: in solo, seat 2 is the AI's; -advice 1 advises you", "-advice 2\u00a0: en solo, la place 2 est à l’IA\u00a0; -advice 1 vous conseille"}
	AdviceInWatch = Text{"-advice: nobody plays here whom the AI could advise", "-advice\u00a0: ici, personne ne joue que l’IA puisse conseiller"}
	NoSuchLevel   = Text{"there is no level %s; the levels are %s", "il n’y a pas de niveau %s\u00a0; les niveaux sont %s"}
	NeedsProgram  = Text{"bot needs the command of a program: quatre-play bot -- python3 mine.py", "bot demande la commande d’un programme\u00a0: quatre-play bot -- python3 mine.py"}
	OnlyWithBot   = Text{"a command after -- is for quatre-play bot", "une commande après -- ne va qu’avec quatre-play bot"}
	BotFailed     = Text{"The program loses. %v", "Le programme perd. %v"}
	NeedsFile     = Text{"replay needs a file of games", "replay demande un fichier de parties"}
	FlagPlain     = Text{"line by line, without escape codes: for screen readers, pipes and scripts (automatic if the input or the output is not a terminal)", "ligne par ligne, sans codes d’échappement\u00a0: pour lecteurs d’écran, tubes et scripts (automatique si l’entrée ou la sortie n’est pas un terminal)"}
)
