package texts

// The screen: title, players, status.
var (
	Game        = Text{"game %d, %d-%d", "partie %d, %d-%d"}
	OneDraw     = Text{"%d draw", "%d nulle"}
	Draws       = Text{"%d draws", "%d nulles"}
	OneWatching = Text{"%d watching", "%d spectateur"}
	Watching    = Text{"%d watching", "%d spectateurs"}
	NoClock     = Text{"no clock", "sans pendule"}
	MoveClock   = Text{"%s a move", "%s par coup"}
	GameClock   = Text{"%s + %d s", "%s + %d s"}

	Player   = Text{"Player %d", "Joueur %d"}
	FreeSeat = Text{"(free)", "(libre)"}
	TheAI    = Text{"%s (AI)", "%s (IA)"}

	AIPlaysFor = Text{"%s (the AI plays: %s)", "%s (l’IA joue\u00a0: %s)"}
	You        = Text{"%s (you)", "%s (vous)"}
	Clock      = Text{"clock %s", "pendule %s"}
	Time       = Text{"time %s", "temps %s"}
	InHand     = Text{"in hand %d", "réserve %d"}
	Here       = Text{"here", "là"}
	Away       = Text{"away", "absent"}

	TooSmall       = Text{"The window is too small for the board: %d columns and %d lines are needed.", "La fenêtre est trop petite pour le plateau\u00a0: il faut %d colonnes et %d lignes."}
	Replaced       = Text{"Your seat is now open in another place. Press r to take it back.", "Votre place est ouverte ailleurs. Tapez r pour la reprendre ici."}
	Connecting     = Text{"Connecting to %s", "Connexion à %s"}
	ConnectionLost = Text{"The connection is lost. Trying again", "La connexion est perdue. Nouvel essai"}
	StoreAway      = Text{"The hub's store does not answer. The game continues when it does.", "Le stockage du serveur ne répond pas. La partie reprendra dès qu’il répondra."}

	SendThisLink  = Text{"Send this link to a friend: %s", "Envoyez ce lien à un ami\u00a0: %s"}
	NobodySeated  = Text{"Nobody has taken the second seat yet.", "Personne n’a encore pris la deuxième place."}
	MovePaused    = Text{"Move %d: paused.", "Coup %d\u00a0: en pause."}
	MoveYours     = Text{"Move %d: your turn (%s).", "Coup %d\u00a0: à vous de jouer (%s)."}
	MoveThinking  = Text{"Move %d: %s is thinking.", "Coup %d\u00a0: %s réfléchit."}
	MoveDelegated = Text{"Move %d: the AI plays for %s.", "Coup %d\u00a0: l’IA joue pour %s."}
	MoveOther     = Text{"Move %d: %s is to move.", "Coup %d\u00a0: à %s de jouer."}
	ClosedNobody  = Text{"Nobody took the second seat: the room is closed.", "Personne n’a pris la deuxième place\u00a0: la partie est fermée."}
	ClosedByHost  = Text{"The operator of this service has closed the room.", "Le responsable de ce serveur a fermé la partie."}
	ClosedUnmoved = Text{"Nobody has moved for a long time: the room is closed.", "Personne n’a joué depuis longtemps\u00a0: la partie est fermée."}
)

// Results.
var (
	Draw          = Text{"A draw.", "Partie nulle."}
	DrawFull      = Text{"A draw: the board is full.", "Partie nulle\u00a0: le plateau est plein."}
	DrawRepeated  = Text{"A draw: the same position for the third time.", "Partie nulle\u00a0: la même position pour la troisième fois."}
	DrawTooLong   = Text{"A draw: 200 turns without a winner.", "Partie nulle\u00a0: 200 tours sans vainqueur."}
	DrawBothLines = Text{"A draw: one turn has completed a line of each player.", "Partie nulle\u00a0: un même tour a aligné les deux couleurs."}
	DrawAgreed    = Text{"A draw, as agreed.", "Partie nulle d’un commun accord."}
	DrawLeft      = Text{"A draw: a player has left.", "Partie nulle\u00a0: un joueur est parti."}
	Won           = Text{"%s has won.", "%s a gagné."}
	WonResigned   = Text{"%s has won: the other player has resigned.", "%s a gagné\u00a0: l’autre joueur a abandonné."}
	WonLeft       = Text{"%s has won: the other player has left.", "%s a gagné\u00a0: l’autre joueur est parti."}
	WonTime       = Text{"%s has won on time.", "%s a gagné au temps."}
	YouWon        = Text{"You have won.", "Vous avez gagné."}
	YouWonResign  = Text{"You have won: the other player has resigned.", "Vous avez gagné\u00a0: l’autre joueur a abandonné."}
	YouWonLeft    = Text{"You have won: the other player has left.", "Vous avez gagné\u00a0: l’autre joueur est parti."}
	YouWonTime    = Text{"You have won on time.", "Vous avez gagné au temps."}
	YouLost       = Text{"You have lost.", "Vous avez perdu."}
	YouLostResign = Text{"You have lost: you have resigned.", "Vous avez perdu\u00a0: vous avez abandonné."}
	YouLostLeft   = Text{"You have lost: you had left.", "Vous avez perdu\u00a0: vous étiez parti."}
	YouLostTime   = Text{"You have lost on time.", "Vous avez perdu au temps."}
)

// Remarks about recent events.
var (
	Says            = Text{"%s says: %s.", "%s dit\u00a0: %s."}
	TookBack        = Text{"%s has taken %s back.", "%s a repris %s."}
	Played          = Text{"%s has played %s.", "%s a joué %s."}
	PlayedScore     = Text{"%s has played %s (score: %s).", "%s a joué %s (score\u00a0: %s)."}
	OtherDevice     = Text{"%s plays on another device now.", "%s joue maintenant sur un autre appareil."}
	Delegated       = Text{"The AI plays for %s now: %s.", "L’IA joue maintenant pour %s\u00a0: %s."}
	TookOver        = Text{"%s plays without the AI again.", "%s joue de nouveau sans l’IA."}
	LevelSet        = Text{"The AI of %s will play the next game at this level: %s.", "L’IA de %s jouera la partie suivante à ce niveau\u00a0: %s."}
	TypeDelegate    = Text{"Type /delegate.", "Tapez /confier."}
	NextGame        = Text{"Next game: %s.", "Prochaine partie\u00a0: %s."}
	NextSomebody    = Text{"someone", "quelqu’un"}
	NextYields      = Text{"%s lets the next one play.", "%s laisse jouer le suivant."}
	OrInvite        = Text{"Or play the AI: /invite normal", "Ou jouez contre l’IA\u00a0: /invite normal"}
	Advice          = Text{"Advice: %s.", "Conseil\u00a0: %s."}
	DrawRefused     = Text{"%s has refused your draw offer.", "%s refuse la nulle."}
	BackRefused     = Text{"%s does not let you take your move back.", "%s ne vous laisse pas reprendre votre coup."}
	OfferWithdrawn  = Text{"%s has withdrawn the offer.", "%s a retiré sa proposition."}
	Repeated        = Text{"This position has occurred %d times. The third time is a draw.", "Cette position s’est présentée %d fois. À la troisième, la partie est nulle."}
	YouOfferDraw    = Text{"You have offered a draw.", "Vous avez proposé la nulle."}
	YouAskTakeback  = Text{"You have asked to take your move back.", "Vous avez demandé à reprendre votre coup."}
	MayClaimLater   = Text{"%s has left. You may claim the game in %d s.", "%s est parti. Vous pourrez réclamer la partie dans %d s."}
	MayClaim        = Text{"%s has left: /claim win, or /claim draw.", "%s est parti\u00a0: /claim win (gain) ou /claim draw (nulle)."}
	NoAnswerYet     = Text{"Your last move has no answer yet.", "Votre dernier coup n’a pas encore de réponse."}
	YouOnlyWatch    = Text{"You are watching.", "Vous regardez seulement."}
	NoArgument      = Text{"Type %s with nothing after it: it has no %q.", "Tapez %s sans rien après\u00a0: pas de %q ici."}
	NotACommand     = Text{"%s is not a command. Press ? for help.", "%s n’est pas une commande. Tapez ? pour l’aide."}
	PaceNeedsNumber = Text{"/pace needs a number of milliseconds.", "/pace demande un nombre de millisecondes."}
)

// The bottom line: questions and prompts.
var (
	AskResign       = Text{"Do you give up the game?", "Abandonnez-vous la partie\u00a0?"}
	AskDraw         = Text{"%s offers a draw. Agreed?", "%s propose la nulle. Acceptez-vous\u00a0?"}
	AskTakeback     = Text{"%s asks to take the last move back. Allowed?", "%s demande à reprendre son dernier coup. Acceptez-vous\u00a0?"}
	AskAgain        = Text{"Another game?", "Une autre partie\u00a0?"}
	OtherAsksAgain  = Text{"%s asks for another game. Another game?", "%s propose une autre partie. D’accord\u00a0?"}
	YesOrNo         = Text{"%s (y/n) ", "%s (o/n) "}
	Sending         = Text{"Sending", "Envoi"}
	PromptHelp      = Text{"(? for help) ", "(? pour l’aide) "}
	PromptMove      = Text{"%s (? for help): ", "%s (? pour l’aide)\u00a0: "}
	PromptDelegated = Text{"The AI plays for you (/delegate: play yourself again, ? for help): ", "L’IA joue pour vous (/confier\u00a0: reprendre la main, ? pour l’aide)\u00a0: "}
	PromptWatch     = Text{"You are watching (q leaves, ? for help): ", "Vous regardez (q pour partir, ? pour l’aide)\u00a0: "}
	AskedAgain      = Text{"You have asked for another game. ", "Vous avez proposé une autre partie. "}
)
