package texts

import "golang.org/x/sys/windows"

// systemLanguages returns the languages of the user's desktop, the preferred one first.
func systemLanguages() []string {
	names, err := windows.GetUserPreferredUILanguages(windows.MUI_LANGUAGE_NAME)
	if err != nil {
		return nil
	}
	return names
}
