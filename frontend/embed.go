// Package frontend embeds the built page in the hub.
//
// Dist is the folder that `npm run build` writes. In a clone where the page was never
// built, Dist contains only dist/.gitkeep, and the hub says at / how to build the page.
//
// dist/build.txt contains the build ID of the page: 8 hexadecimal digits of a hash over all
// built files. index.html contains the same ID in <meta name="quatre-build">, so that a
// page can tell whether the hub now serves a different build.
package frontend

import "embed"

// Dist contains the built page in its folder dist.
//
//go:embed all:dist
var Dist embed.FS
