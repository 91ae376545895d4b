// Package frontend carries the built page into the hub.
//
// It promises one thing: Dist is the folder that `npm run build` writes. In a clone where
// the page was never built, Dist holds only dist/.gitkeep, and the hub says at / how to
// build the page.
//
// dist/build.txt holds the build ID of the page, 8 hexadecimal digits over all that was
// built. index.html carries the same ID in <meta name="quatre-build">, so that a page can
// tell whether the hub now serves another one.
package frontend

import "embed"

// Dist is the built page, under the name dist.
//
//go:embed all:dist
var Dist embed.FS
