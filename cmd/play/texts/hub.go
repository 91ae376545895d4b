package texts

import (
	"regexp"
	"sync"
)

// hubTexts translates the sentences of packages rules and custom, which have no code of their own or
// name what was typed. The English must be the same as in these packages. A test compares them.
var hubTexts = []Text{
	// rules
	{"The game is over.", "La partie est finie."},
	{"%s is not a known game; a variant begins with %s.", "%s n’est pas un jeu connu\u00a0; une variante commence par %s."},
	{
		"%s is not a Connect Four board; write connect4:COLSxROWS:ALIGN with %d to %d columns, %d to %d rows and %d to %d discs to align, such as connect4:7x6:4.",
		"%s n’est pas un plateau de Puissance 4\u00a0; écrivez connect4:COLONNESxLIGNES:ALIGNER avec %d à %d colonnes, %d à %d lignes et %d à %d jetons à aligner, par exemple connect4:7x6:4.",
	},
	{
		"%d discs in a row do not fit on %d columns and %d rows; one side must be at least as long.",
		"On ne peut pas aligner %d jetons sur %d colonnes et %d lignes\u00a0; un côté doit être au moins aussi long.",
	},
	{"%s is not a column of this board: the columns are %s.", "%s n’est pas une colonne de ce plateau\u00a0: les colonnes sont %s."},
	{"1 to 9 and a to %s", "1 à 9 et a à %s"}, // columns
	{"1 to 9 and a", "1 à 9 et a"},
	{"1 to %s", "1 à %s"},
	{"Column %s is full.", "La colonne %s est pleine."},
	{"%s is not a variant of tic-tac-toe; the only one is tictactoe.", "%s n’est pas une variante du morpion\u00a0; la seule est tictactoe."},
	{
		"%s is not a cell; write the column, a to c from the left, and the row, 1 to 3 from the bottom, such as b2.",
		"%s n’est pas une case\u00a0; écrivez la colonne, de a à c à partir de la gauche, et la ligne, de 1 à 3 à partir du bas, par exemple b2.",
	},
	{"Cell %s is taken.", "La case %s est prise."},
	{"%s is not a variant of Force 3; the variants are %s.", "%s n’est pas une variante de Force 3\u00a0; les variantes sont %s."},
	{
		"%s is not a turn; write P5 to place on cell 5, M3-6 to move a disc from 3 to 6, S2 to slide one tile or %s to slide two.",
		"%s n’est pas un tour\u00a0; écrivez P5 pour poser en 5, M3-6 pour aller de 3 en 6, S2 pour faire glisser une tuile ou %s pour deux.",
	},
	{"The first turn must place a disc on a corner: 1, 3, 7 or 9.", "Le premier tour doit poser un jeton dans un coin\u00a0: 1, 3, 7 ou 9."},
	{"All six discs must be placed before a disc moves or a tile slides.", "Les six jetons doivent être posés avant tout déplacement et toute glissade."},
	{"All your discs are on the board.", "Tous vos jetons sont sur le plateau."},
	{"Cell %s is the hole; a disc needs a tile.", "La case %s est le trou\u00a0; un jeton a besoin d’une tuile."},
	{"Cell %s carries a disc.", "La case %s porte un jeton."},
	{"You have no disc on cell %s.", "Vous n’avez pas de jeton en %s."},
	{
		"A disc moves one step in this variant; cell %s is further away from cell %s.",
		"Dans cette variante, un jeton avance d’une seule case\u00a0; la case %s est trop loin de la case %s.",
	},
	{
		"A disc moves one step along a row or column; cell %s is not one step from cell %s.",
		"Un jeton avance d’une case, en ligne ou en colonne\u00a0; la case %s n’est pas à côté de la case %s.",
	},
	{"Cell %s is the hole; name the tile that slides into it.", "La case %s est le trou\u00a0; nommez la tuile qui y glisse."},
	{
		"The tile on cell %s is not in a row or column with the hole on cell %s.",
		"La tuile de la case %s n’est ni sur la ligne ni sur la colonne du trou, en %s.",
	},
	{"The tile on cell %s is next to the hole and slides alone; write S%[1]s.", "La tuile de la case %s touche le trou et glisse seule\u00a0; écrivez S%[1]s."},
	{
		"The tile on cell %s is two cells from the hole and pushes another; write S%[1]s+.",
		"La tuile de la case %s est à deux cases du trou et en pousse une autre\u00a0; écrivez S%[1]s+.",
	},
	{
		"The hole may not go straight back to cell %s, from where your opponent has just slid it.",
		"Le trou ne peut pas revenir aussitôt en %s, d’où votre adversaire vient de le faire partir.",
	},
	{
		"The second slide may not undo the first; name another tile next to cell %s.",
		"La seconde glissade ne peut pas annuler la première\u00a0; nommez une autre tuile à côté de la case %s.",
	},
	{"The tile on cell %s is not next to the hole on cell %s.", "La tuile de la case %s ne touche pas le trou, en %s."},
	{
		"The tile on cell %s carries your opponent's disc and may not be slid.",
		"La tuile de la case %s porte un jeton de votre adversaire et ne peut pas glisser.",
	},
	{"This would be the exact reverse of your opponent's turn.", "Ce serait l’exact inverse du tour de votre adversaire."},
	{
		"The tile next to the hole carries your opponent's disc and may not be slid.",
		"La tuile voisine du trou porte un jeton de votre adversaire et ne peut pas glisser.",
	},

	// custom levels
	{
		"A custom level is written custom:depth=4,open3=100: settings with commas between them.",
		"Un niveau personnel s’écrit custom:depth=4,open3=100\u00a0: des réglages séparés par des virgules.",
	},
	{"The text of a custom level has at most %d bytes.", "Le texte d’un niveau personnel a %d octets au plus."},
	{"A custom level has %s only once.", "Le réglage %s ne figure qu’une fois dans un niveau personnel."},
	{
		"A custom level has no setting %q. The settings are %s and %s.",
		"Un niveau personnel n’a pas de réglage %q. Les réglages sont %s et %s.",
	},
	{
		"The name of a custom level has 1 to %d letters, digits, single spaces, and signs of - _ . ' in it.",
		"Le nom d’un niveau personnel a de 1 à %d lettres, chiffres, espaces simples et signes parmi - _ . '.",
	},
	{"A custom level needs %s=%d to %s=%d.", "Un niveau personnel demande un réglage de %s=%d à %s=%d."},
	{
		"The setting %s is a whole number from %d to %d, not %q.",
		"Le réglage %s est un nombre entier de %d à %d, et non %q.",
	},
}

// frenchRefusals translates the refusals of rooms and hubs that this program may show, by their codes.
var frenchRefusals = map[string]string{
	// rooms
	"bad_name":             "Un pseudo a 24 caractères au plus, tous visibles.",
	"reserved_name":        "Ce pseudo pourrait passer pour celui d’une IA ou des responsables de ce serveur.",
	"bad_colour":           "Les couleurs sont red (rouge), yellow (jaune), blue (bleu), green (vert), violet et white (blanc). Il en faut une différente pour chaque joueur.",
	"unknown_level":        "Aucune IA n’a ce niveau.",
	"delegated":            "L’IA joue à votre place\u00a0: reprenez d’abord la main.",
	"not_delegated":        "Vous jouez déjà vous-même à cette place.",
	"bad_clock":            "Une pendule donne de 5 secondes à 24 heures par coup, ou de 10 secondes à 3 heures avec au plus 3 minutes par coup. IA contre IA se joue sans pendule.",
	"no_hint":              "Vous avez droit à un conseil à chacun de vos tours contre l’IA, sauf si vous les recevez tous.",
	"bad_advice":           "Les conseils sont pour les personnes qui jouent.",
	"bad_pace":             "Le rythme ne concerne qu’IA contre IA, et ne dépasse pas 10 secondes.",
	"bad_seat":             "Ce n’est pas votre place.",
	"unknown_room":         "Cette partie n’existe pas, ou n’existe plus.",
	"not_your_seat":        "Seuls les deux joueurs peuvent faire cela\u00a0: vous regardez.",
	"not_your_turn":        "C’est à l’autre joueur de jouer.",
	"stale":                "La position a changé entre-temps.",
	"ahead":                "La partie est plus courte que ce que vous en avez vu\u00a0: rechargez-la.",
	"seat_taken":           "Les deux places sont prises\u00a0: vous pouvez regarder.",
	"already_seated":       "Vous avez déjà une place dans cette partie.",
	"already_challenged":   "Vous attendez déjà la prochaine partie.",
	"too_many_challengers": "Huit personnes attendent déjà la prochaine partie.",
	"no_challenger":        "Personne n’attend la prochaine partie.",
	"already_asked":        "Vous avez déjà proposé une autre partie.",
	"not_owner":            "Seule la personne qui a ouvert cette partie peut faire cela.",
	"not_started":          "La partie commence quand quelqu’un prend la deuxième place.",
	"game_over":            "La partie est finie.",
	"game_running":         "La partie n’est pas encore finie.",
	"time_up":              "Le temps est écoulé.",
	"no_offer":             "Cette proposition n’est plus valable.",
	"already_offered":      "Il y a déjà une proposition, ou vous avez déjà fait celle-ci dans cette position.",
	"ai_plays_on":          "L’IA continue la partie.",
	"nothing_to_take_back": "Vous n’avez pas de coup à reprendre.",
	"no_time_to_take_back": "La pendule ne le permet pas.",
	"too_often":            "Vous avez fait cela trop souvent dans cette partie.",
	"not_away":             "L’autre joueur est là, ou n’est pas absent depuis assez longtemps.",
	"unknown_emote":        "Cette réaction n’existe pas.",
	"too_many_emotes":      "Trop de réactions. Patientez un instant.",
	"imported":             "Cette partie a été jouée ailleurs\u00a0: ouvrez-en une nouvelle pour jouer.",
	"room_closed":          "Cette partie est fermée.",
	"room_full":            "Cette partie a atteint sa limite\u00a0: ouvrez-en une nouvelle.",
	"busy":                 "La partie est occupée. Réessayez.",

	// hubs
	"bad_request":      "La demande ne correspond pas à docs/api/openapi.yaml.",
	"thoughts_hidden":  "On peut voir ce que pensait l’IA une fois la partie finie.",
	"no_spectators":    "Seuls les joueurs voient cette partie\u00a0: la personne qui l’a ouverte n’admet pas de spectateurs.",
	"unknown_game":     "Cette partie finie n’existe pas.",
	"too_many":         "Un joueur ne peut pas demander autant d’analyses à la fois. Réessayez dans un instant.",
	"no_worker":        "Aucune IA n’est libre pour l’analyser. Réessayez dans un instant.",
	"crowded":          "Trop de positions attendent leur analyse. Réessayez dans un instant.",
	"too_fast":         "Trop de demandes. Réessayez dans un instant.",
	"too_many_sockets": "Trop de connexions sont ouvertes par vous ou votre réseau. Fermez-en quelques-unes.",
	"hub_full":         "Ce serveur est plein. Réessayez plus tard.",
	"budget_spent":     "Votre réseau a atteint sa limite de stockage pour le moment. Les parties en cours continuent. Réessayez plus tard.",
	"store_full":       "Le serveur n’a presque plus de place. Les parties en cours continuent. Réessayez plus tard.",
	"body_too_large":   "La demande est plus longue que docs/api/openapi.yaml ne le permet.",
	"store_away":       "Le stockage ne répond pas. Rien n’est perdu\u00a0: réessayez.",
	"hub_too_old":      "Ce serveur est trop ancien pour la partie. Un autre peut l’ouvrir\u00a0: réessayez.",
	"clock_wrong":      "L’horloge de ce serveur est fausse. Un autre serveur peut vous répondre\u00a0: réessayez.",
	"internal":         "Erreur interne\u00a0; elle est dans le journal du serveur.",
}

// Refusal returns the text of a refusal in language l.
func (l Lang) Refusal(code, text string) string {
	if french, ok := frenchRefusals[code]; ok && l == French {
		return french
	}
	return l.Translate(text)
}

// Translate returns a sentence of a hub, the rules, package flag or the system in language l. It
// returns a sentence that it does not know, such as one of a newer hub, unchanged.
func (l Lang) Translate(sentence string) string {
	if l == English {
		return sentence
	}
	for _, f := range foreign() {
		if found := f.pattern.FindStringSubmatch(sentence); found != nil {
			args := make([]any, len(found)-1)
			for i, arg := range found[1:] {
				args[i] = l.Translate(arg) // an error may contain another error
			}
			return l.Say(f.text, args...)
		}
	}
	return sentence
}

// foreignText is a text that a library or a hub writes in English.
type foreignText struct {
	pattern *regexp.Regexp // of the English; its groups are the placeholders
	text    Text           // with %s for every placeholder
}

// formatVerb matches a placeholder of package fmt, also in a quoted pattern.
var formatVerb = regexp.MustCompile(`%(\\?\[\d+\\?\])?[a-z]`)

// foreign compiles the table at the first use: most games see no refusal.
var foreign = sync.OnceValue(func() (all []foreignText) {
	for _, list := range [][]Text{hubTexts, flagTexts, systemTexts} {
		for _, t := range list {
			pattern := sentencePattern(t[English])
			for l := range t {
				t[l] = formatVerb.ReplaceAllStringFunc(t[l], func(v string) string { return v[:len(v)-1] + "s" })
			}
			all = append(all, foreignText{pattern, t})
		}
	}
	return all
})

// sentencePattern returns a pattern that matches what an English format writes. A repeated
// argument is captured at its first place only.
func sentencePattern(format string) *regexp.Regexp {
	quoted := formatVerb.ReplaceAllStringFunc(regexp.QuoteMeta(format), func(verb string) string {
		if repeated := len(verb) > len("%s"); repeated {
			return "(?:.+)"
		}
		return "(.+)"
	})
	return regexp.MustCompile("^" + quoted + "$")
}
