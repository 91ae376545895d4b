//go:build !windows

package texts

// systemLanguages returns the languages set outside the environment. Unix has none.
func systemLanguages() []string { return nil }
