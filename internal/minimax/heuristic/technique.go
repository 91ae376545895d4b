package heuristic

// technique is a set of parts of the search or the evaluation, which tests and benchmarks can
// switch off. docs/wide.md has the gain of each.
type technique uint

const (
	useTable             technique = 1 << iota // cutoffs from the table; without useTable a search takes only best moves from it
	useMirror                                  // one entry for a position and its mirror image
	useShallowBounds                           // certain scores of shallower table entries
	useWindowRanks                             // move ordering by windows and threats
	useKillers                                 // move ordering by killers
	useHistory                                 // move ordering by history
	useNullWindow                              // null windows for all moves but the first
	useExtensions                              // forced replies cost no depth
	useThreats                                 // points for threats by their place in the column
	useParity                                  // separate weights for rows by the side that they favour
	useEndgame                                 // playing out the endgame once the free cells are filled
	usePartialIterations                       // using the result of an interrupted iteration
	useFrontier                                // no table one ply above the horizon
	useFutility                                // futility pruning near the horizon

	allTechniques = 1<<iota - 1
)
