package texts

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

// translated is an error with a translated text. errors.Is and errors.As see the original error.
type translated struct {
	error
	text string
}

func (t translated) Error() string { return t.text }

func (t translated) Unwrap() error { return t.error }
