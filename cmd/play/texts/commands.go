package texts

// The slash commands. The names of both languages always work.
var (
	CmdDraw       = Text{"draw", "nulle"}
	CmdDrawIs     = Text{"offer a draw", "proposer la nulle"}
	CmdTakeback   = Text{"takeback", "reprendre"}
	CmdTakebackIs = Text{"ask to take your last move back", "demander à reprendre votre dernier coup"}
	CmdWithdraw   = Text{"withdraw", "retirer"}
	CmdWithdrawIs = Text{"withdraw your offer", "retirer votre proposition"}
	CmdResign     = Text{"resign", "abandonner"}
	CmdResignIs   = Text{"give up the game", "abandonner la partie"}
	CmdClaim      = Text{"claim", "reclamer"}
	CmdClaimIs    = Text{"claim the game when the other player has been away for some time", "réclamer la partie quand l’autre joueur est absent depuis longtemps"}
	CmdClaimArg   = Text{"win|draw", "gain|nulle"}
	CmdAgain      = Text{"again", "encore"}
	CmdAgainIs    = Text{"ask for another game", "proposer une autre partie"}
	CmdNext       = Text{"next", "suivant"}
	CmdNextIs     = Text{"wait to play the next game, or no longer", "attendre pour jouer la prochaine partie, ou ne plus attendre"}
	CmdYield      = Text{"yield", "ceder"}
	CmdYieldArg   = Text{"[1|2]", "[1|2]"}
	CmdYieldIs    = Text{"let the next one play, in your place or that of a player who has left", "laisser jouer le suivant, à votre place ou à celle d’un joueur parti"}
	CmdSay        = Text{"say", "dire"}
	CmdSayArg     = Text{"EMOTE", "MOT"}
	CmdMute       = Text{"mute", "silence"}
	CmdMuteIs     = Text{"hide or show the other player's emotes", "cacher ou montrer les réactions de l’autre joueur"}
	CmdName       = Text{"name", "nom"}
	CmdNameArg    = Text{"NAME", "NOM"}
	CmdNameIs     = Text{"change your nickname", "changer votre pseudo"}
	CmdInvite     = Text{"invite", "inviter"}
	CmdInviteArg  = Text{"LEVEL", "NIVEAU"}
	CmdInviteIs   = Text{"give the free seat to an AI: %s", "donner la place libre à une IA\u00a0: %s"}
	CmdDelegate   = Text{"delegate", "confier"}
	CmdDelegateIs = Text{"let the AI play your turns at a level; without a level, play yourself again", "laisser l’IA jouer à votre place, à un niveau\u00a0; sans niveau, reprendre la main"}
	CmdLevel      = Text{"level", "niveau"}
	CmdLevelArg   = Text{"[1|2] LEVEL", "[1|2] NIVEAU"}
	NoAIHere      = Text{"No AI plays here. /delegate LEVEL lets one play for you.", "Aucune IA ne joue ici. /confier NIVEAU en fait jouer une à votre place."}
	CmdLevelIs    = Text{"after a game: change the level of the AI", "après une partie\u00a0: changer le niveau de l’IA"}
	CmdPace       = Text{"pace", "rythme"}
	CmdPaceArg    = Text{"MS", "MS"}
	CmdPaceIs     = Text{"AI against AI: milliseconds between moves", "IA contre IA\u00a0: millisecondes entre deux coups"}
	CmdPause      = Text{"pause", "pause"}
	CmdPauseIs    = Text{"AI against AI: pause or continue", "IA contre IA\u00a0: suspendre ou reprendre"}
	CmdHelp       = Text{"help", "aide"}
	CmdHelpIs     = Text{"show this page (also: ?)", "montrer cette page (ou\u00a0: ?)"}
	CmdQuit       = Text{"quit", "quitter"}
	CmdQuitIs     = Text{"leave for good (also: q)", "partir pour de bon (ou\u00a0: q)"}
	ClaimWin      = Text{"win", "gain"}
	ClaimDraw     = Text{"draw", "nulle"}
	ClaimWhat     = Text{"You can claim win or draw.", "Tapez gain pour réclamer le gain, ou nulle pour la nulle."}
	HelpType      = Text{"Type a move and press Enter, or one of these:", "Tapez un coup puis Entrée, ou l’une de ces commandes\u00a0:"}
	HelpCtrlCHere = Text{"Ctrl+C leaves too.", "Ctrl+C quitte aussi."}
	HelpCtrlC     = Text{"Ctrl+C leaves too, but keeps your seat.", "Ctrl+C quitte aussi, mais garde votre place."}
	HelpPressMore = Text{"Press any key for the next page (%d of %d), q for the game.", "Une touche pour la page suivante (%d sur %d), q pour revenir au jeu."}
	HelpPressKey  = Text{"Press any key.", "Appuyez sur une touche."}
	UnknownEmote  = Text{"/say needs one of: %s.", "Après /dire, il faut une de ces réactions\u00a0: %s."}
)
