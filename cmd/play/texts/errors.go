package texts

// Errors of the program. Most follow "play: ", so they have no capital letter and no full stop.
var (
	TryHelp       = Text{"play: %v\nTry play -h.", "play\u00a0: %v\nEssayez play -h."}
	Failed        = Text{"play: %s", "play\u00a0: %s"}
	NeedsTerminal = Text{"play needs a terminal: %w", "play a besoin d’un terminal\u00a0: %w"}
	NoFolder      = Text{"cannot find a folder for your player secret: %w", "aucun dossier pour votre secret de joueur\u00a0: %w"}
	NoSaveSecret  = Text{"cannot save your player secret: %w", "impossible d’enregistrer votre secret de joueur\u00a0: %w"}
	OthersCanRead = Text{"other users can read %s: %w", "d’autres utilisateurs peuvent lire %s\u00a0: %w"}
	InvalidSecret = Text{"%s holds no valid secret; delete it to start as a new player", "%s ne contient pas de secret valable\u00a0; supprimez-le pour repartir comme nouveau joueur"}
	NoAnswer      = Text{"%s does not answer: %w", "%s ne répond pas\u00a0: %w"}
	AnswersStatus = Text{"%s answers with status %d", "%s répond avec le statut %d"}
	LevelsList    = Text{"The levels are: %s.", "Les niveaux sont\u00a0: %s."}
	TooLong       = Text{"That is too long.", "C’est trop long."}
	NotAHub       = Text{"%s is not a Quatre hub.", "%s n’est pas un serveur Quatre."}

	RoomTooNew    = Text{"this program is too old for this room: please update it", "ce programme est trop ancien pour cette partie\u00a0: mettez-le à jour"}
	NoRoom        = Text{"there is no such room, or it was deleted", "cette partie n’existe pas, ou elle a été supprimée"}
	Outdated      = Text{"this program is too old for the hub: please update it", "ce programme est trop ancien pour le serveur\u00a0: mettez-le à jour"}
	NotUnderstood = Text{"the hub does not understand this program", "le serveur ne comprend pas ce programme"}
	NoSpectators  = Text{
		"both seats are taken, and the owner of this room does not let anybody watch",
		"les deux places sont prises, et la personne qui a ouvert cette partie n’admet pas de spectateurs",
	}
)
