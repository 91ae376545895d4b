package texts

// Errors of the program. Most follow "quatre-play: ", so they have no capital letter and no full stop.
var (
	TryHelp       = Text{"quatre-play: %v\nTry quatre-play -h.", "quatre-play\u00a0: %v\nEssayez quatre-play -h."}
	Failed        = Text{"quatre-play: %s", "quatre-play\u00a0: %s"}
	NeedsTerminal = Text{"quatre-play needs a terminal: %s", "quatre-play a besoin d’un terminal\u00a0: %s"}
	NoFolder      = Text{"cannot find a folder for your player secret: %s", "aucun dossier pour votre secret de joueur\u00a0: %s"}
	NoSaveSecret  = Text{"cannot save your player secret: %s", "impossible d’enregistrer votre secret de joueur\u00a0: %s"}
	OthersCanRead = Text{"other users can read %s: %s", "d’autres utilisateurs peuvent lire %s\u00a0: %s"}
	InvalidSecret = Text{"%s holds no valid secret; delete it to start as a new player", "%s ne contient pas de secret valable\u00a0; supprimez-le pour repartir comme nouveau joueur"}
	NoAnswer      = Text{"%s does not answer: %s", "%s ne répond pas\u00a0: %s"}
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

// systemTexts are the most common errors of the network, of files, and of programs that play. Other errors of the
// operating system stay in English.
var systemTexts = []Text{
	{"The program cannot be started: %v.", "Il ne peut pas être lancé\u00a0: %v."},
	{"The move %q is not legal after %q: %v", "Le coup %q n’est pas permis après %q\u00a0: %v"},
	{"The program has ended (%s) instead of answering %q.", "Il s’est terminé (%s) au lieu de répondre à %q."},
	{"The program has not answered %q within %v.", "Il n’a pas répondu à %q en %v."},
	{"dial tcp %s: connect: connection refused", "personne ne répond à l’adresse %s"},
	{"dial tcp %s: connectex: No connection could be made because the target machine actively refused it.", "personne ne répond à l’adresse %s"},
	{"dial tcp %s: connect: network is unreachable", "le réseau de %s est inaccessible"},
	{"dial tcp %s: connect: no route to host", "aucun chemin ne mène à %s"},
	{"dial tcp %s: i/o timeout", "délai dépassé pour %s"},
	{"dial tcp: lookup %s: no such host", "l’adresse %s n’existe pas"},
	{"context deadline exceeded", "délai dépassé"},
	{"open %s: no such file or directory", "le fichier %s n’existe pas"},
	{"open %s: The system cannot find the file specified.", "le fichier %s n’existe pas"},
	{"open %s: permission denied", "accès refusé à %s"},
	{"open %s: is a directory", "%s est un dossier"},
	{"read %s: is a directory", "%s est un dossier"},
	{"mkdir %s: permission denied", "création du dossier %s refusée"},
	{"mkdir %s: not a directory", "%s n’est pas un dossier"},
}
