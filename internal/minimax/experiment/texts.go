package experiment

import "github.com/quatre/quatre/internal/names"

// This file has all texts of tables and plots, in both languages. French texts have a no-break space before : ; ? and !,
// and the apostrophe ’.

// Captions, the names of axes and series, and what stands below a table.
var (
	measuredText = names.Text{"%s, seed %d", "%s, graine %d"}
	notComplete  = names.Text{"%s (not complete)", "%s (inachevé)"}
	intervalText = names.Text{"_low and _high bound the 95 % confidence interval.", "_min et _max bornent l’intervalle de confiance à 95\u00a0%."}
	noteText     = names.Text{"%s: %s", "%s\u00a0: %s"}

	effortTitle    = names.Text{"Effort of a search by depth, %s", "Effort d’une recherche selon la profondeur, %s"}
	effortMeasured = names.Text{"positions: %d, after %d random turns, evaluation %s", "positions\u00a0: %d, coups au hasard avant chacune\u00a0: %d, évaluation %s"}
	effortAfter    = names.Text{"after the moves %s, evaluation %s", "après les coups %s, évaluation %s"}
	effortX        = names.Text{"depth in plies", "profondeur en coups d’avance"}
	effortY        = names.Text{"positions visited, with the shallower searches", "positions visitées, y compris par les recherches moins profondes"}

	gamesMeasured = names.Text{"%d games of each two players, after %d random turns", "parties de chaque paire de joueurs\u00a0: %d, coups au hasard avant chacune\u00a0: %d"}
	depthsTitle   = names.Text{"Depth against depth, %s", "Profondeur contre profondeur, %s"}
	depthsX       = names.Text{"depth of the deeper player in plies", "profondeur du joueur le plus profond, en coups d’avance"}
	depthsY       = names.Text{"its points in percent", "ses points en pourcentage"}
	againstDepth  = names.Text{"against depth %d", "contre profondeur %d"}
	weightsTitle  = names.Text{"Each with each, %s", "Chacun contre chacun, %s"}
	weightsX      = names.Text{"level", "niveau"}
	weightsY      = names.Text{"points in percent against all others", "points en pourcentage contre tous les autres"}

	// everybody is the opponent in the rows that add up all matches of a player.
	everybody = names.Text{"all others", "tous les autres"}

	reasonsTitle    = names.Text{"Proved reasons, %s", "Raisons prouvées, %s"}
	reasonsMeasured = names.Text{
		"%d quiet positions and as many mistakes of each number of discs, after %d random turns",
		"%d positions calmes et autant d’erreurs pour chaque nombre de jetons, après %d coups au hasard",
	}
	reasonsX    = names.Text{"discs on the board", "jetons sur le plateau"}
	reasonsY    = names.Text{"percent with a reason", "pourcentage avec une raison"}
	bandText    = names.Text{"%d to %d", "%d à %d"}
	wonText     = names.Text{"won", "gagnée"}
	lostText    = names.Text{"lost", "perdue"}
	mistakeText = names.Text{"mistake", "erreur"}

	learnTitle    = names.Text{"Q-learning, %s", "Q-learning, %s"}
	learnMeasured = names.Text{"rate %v, discount %v, explore %v, %d games for each point", "taux %v, actualisation %v, exploration %v, parties pour chaque point\u00a0: %d"}
	learnX        = names.Text{"episodes, in units of %d", "parties d’apprentissage, par unités de %d"}
	learnY        = names.Text{"points in percent", "points en pourcentage"}
	againstText   = names.Text{"against %s", "contre «\u00a0%s\u00a0»"}
)

// techniqueTexts are the names of minimax.Techniques.
var techniqueTexts = []names.Text{{"minimax", "minimax"}, {"alpha-beta", "alpha-bêta"}, {"ordered", "coups triés"}, {"with table", "avec table"}}

// usualNames are the names of levels in the usual settings of weights.
var usualNames = map[string]names.Text{
	"wins only":      {"wins only", "victoires seules"},
	"5 and 2 and -4": {"5 and 2 and -4", "5 et 2 et -4"},
}

// column returns a column with its name and meaning in English and in French.
func column(f format, name, nom, about, sens string) Column {
	return Column{names.Text{name, nom}, names.Text{about, sens}, f}
}

var effortColumns = []Column{
	column(text, "technique", "technique", "", ""),
	column(whole, "depth", "profondeur", "plies", "en coups d’avance"),
	column(whole, "positions", "positions", "searched from", "de départ"),
	column(whole, "nodes", "nœuds", "positions visited, with the shallower searches, mean", "positions visitées, y compris par les recherches moins profondes, en moyenne"),
	column(whole, "nodes_low", "nœuds_min", "", ""),
	column(whole, "nodes_high", "nœuds_max", "", ""),
	column(whole, "last_nodes", "nœuds_fin", "without the shallower searches", "sans les recherches moins profondes"),
	column(decimal, "ms", "ms", "mean", "en moyenne"),
	column(decimal, "ms_low", "ms_min", "", ""),
	column(decimal, "ms_high", "ms_max", "", ""),
	column(decimal, "branching", "branchement", "effective", "facteur effectif"),
}

// gameColumns are the columns of results, after those that name the players.
var gameColumns = []Column{
	column(whole, "games", "parties", "", ""),
	column(whole, "won", "gagnées", "", ""),
	column(whole, "drawn", "nulles", "", ""),
	column(whole, "lost", "perdues", "", ""),
	column(decimal, "points", "points", "percent, a draw is half", "en pourcentage, une nulle compte pour moitié"),
	column(decimal, "points_low", "points_min", "", ""),
	column(decimal, "points_high", "points_max", "", ""),
	column(whole, "nodes_move", "nœuds_coup", "positions for a move", "positions pour un coup"),
	column(decimal, "ms_move", "ms_coup", "time for a move", "temps pour un coup"),
	column(decimal, "depth_move", "prof_coup", "mean depth of the searches, in plies; moves from a table, a book or the exact solver have none",
		"profondeur moyenne des recherches, en coups d’avance\u00a0; un coup tiré d’une table, d’une bibliothèque ou du solveur exact n’en a pas"),
}

var reasonsColumns = []Column{
	column(text, "class", "classe", "quiet and won or lost for the side to move, or after a mistake", "calme et gagnée ou perdue pour qui doit jouer, ou après une erreur"),
	column(text, "discs", "jetons", "", ""),
	column(whole, "n", "n", "positions", "positions"),
	column(decimal, "at_once", "aussitôt", "percent, as the columns that follow", "en pourcentage, comme les colonnes suivantes"),
	column(decimal, "fork", "fourchette", "", ""),
	column(decimal, "chain", "suite", "", ""),
	column(decimal, "safe", "prudence", "", ""),
	column(decimal, "follow", "plan", "", ""),
	column(decimal, "each", "réponses", "", ""),
	column(decimal, "all", "toutes", "", ""),
	column(decimal, "all_low", "toutes_min", "", ""),
	column(decimal, "all_high", "toutes_max", "", ""),
	column(decimal, "shown", "montrées", "clear or fair", "claires ou correctes"),
	column(decimal, "ms", "ms", "mean time", "temps moyen"),
	column(decimal, "ms_median", "ms_médiane", "", ""),
}

// The columns that name the players.
var (
	depthsColumns = []Column{
		column(whole, "depth", "profondeur", "plies", "en coups d’avance"),
		column(whole, "against", "contre", "plies", "en coups d’avance"),
	}
	weightsColumns = []Column{column(text, "level", "niveau", "", ""), column(text, "against", "contre", "", "")}
	learnColumns   = []Column{
		column(whole, "episodes", "apprises", "games played to learn", "parties d’apprentissage"),
		column(whole, "positions", "positions", "seen so far", "vues jusqu’ici"),
		column(text, "against", "contre", "", ""),
	}
	forfeitsColumn = column(whole, "forfeits", "forfaits", "games lost by an illegal, late or missing move",
		"parties perdues par un coup interdit, tardif ou absent")
)
