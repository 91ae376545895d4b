package cli

import (
	"flag"
	"log/slog"
	"os"
	"slices"
	"strings"
)

// serviceFlags are the flags of hub and worker. Both may read one file of variables, so neither
// warns of a variable that only the other has.
var serviceFlags = strings.Fields(`addr admin admin-from admin-host book bytes-per-day-per-address concurrency copies
	frames-per-second house-colour house-link house-name house-text inside keep-games limit-loopback limits log log-level
	max-sockets max-sockets-per-address offer open requests-per-second-per-address retention rooms-per-minute-per-address
	security-contact store tls-cert tls-key trusted-proxies workers`)

// rareFlags are the flags that nearly nobody sets.
var rareFlags = strings.Fields(`admin-from admin-host bytes-per-day-per-address frames-per-second inside limit-loopback
	max-sockets max-sockets-per-address offer requests-per-second-per-address rooms-per-minute-per-address`)

// ParseService is Parse for a hub or a worker, which takes no arguments. It returns a function,
// to be called when there is a logger. The function warns of each variable that has no effect:
// hub and worker have no such flag, or the command line gives the flag another value. It does not log
// values, because they may be passwords.
func ParseService(fs *flag.FlagSet, args []string) (warn func(*slog.Logger), err error) {
	_, given, err := parse(fs, args, nil)
	won := map[string]string{} // values on the command line, by variable
	for _, f := range given {
		won[env(f.Name)] = f.Value.String()
	}
	return func(log *slog.Logger) {
		for _, variable := range os.Environ() {
			name, value, _ := strings.Cut(variable, "=")
			wins, overridden := won[name]
			switch {
			case !strings.HasPrefix(name, envPrefix+"_") || value == "":
			case overridden && value != wins:
				log.Warn("variable ignored", "variable", name, "reason", "the command line has the flag too")
			case !slices.ContainsFunc(serviceFlags, func(f string) bool { return env(f) == name }):
				log.Warn("variable ignored", "variable", name, "reason", "neither hub nor worker has this flag")
			}
		}
	}, err
}
