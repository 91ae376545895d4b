package main

import (
	"path/filepath"
	"strings"

	"github.com/quatre/quatre/cmd/internal/cli"
	"github.com/quatre/quatre/internal/admin"
	"github.com/quatre/quatre/internal/room/play"
)

// site returns the operators' web site, which -admin serves in addition to metrics, health
// and profiles.
func (p *hubProcess) site() *admin.Site {
	started := p.store.Now()
	site := &admin.Site{
		Store: p.store, Executor: play.Executor{Log: p.store, Now: p.store.Now, Retention: p.cfg.retention},
		SocketsIn: p.hub.SocketsIn, Log: p.cfg.log,
		Process: func() admin.Process {
			s := p.hub.Status()
			return admin.Process{
				Name: s.Name, Version: cli.Version(), Page: s.Build, Started: started,
				StoreUp: s.StoreUp, Draining: s.Draining, Sockets: s.Sockets, Rooms: s.Rooms,
			}
		},
	}
	if file := cli.FileOf(p.store); file != nil {
		site.Backup, site.Folder = file.Backup, filepath.Dir(strings.TrimPrefix(p.cfg.store, cli.FileScheme))
	}
	return site
}
