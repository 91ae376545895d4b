package heuristic

// technique is a part of the search or of the evaluation that tests and
// measurements can switch off. docs/wide.md has what each gains.
type technique uint

const (
	useTable    technique = 1 << iota // remembering positions; of the table only the best move is left
	useMirror                         // one entry for a position and its mirror image
	useBounds                         // certain scores of shallower entries
	useRanks                          // trying first what fills windows and threatens
	useKillers                        // trying first what cut at the same ply
	useHistory                        // trying first what cut often
	useNull                           // null windows for all moves but the first
	useExtend                         // forced replies cost no depth
	useThreats                        // points for threats by their place in the column
	useParity                         // telling rows apart by the side that they profit
	useDecide                         // playing out the endgame of free cells
	usePartial                        // using an iteration that was cut short
	useFrontier                       // no table one ply above the horizon
	useFutile                         // no search near the horizon where the estimate is far above the window

	everything = 1<<iota - 1
)
