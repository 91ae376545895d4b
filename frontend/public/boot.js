// Runs before the first paint: the theme that was chosen, so that no other one flashes by.
;(function () {
  var root = document.documentElement
  try {
    var theme = localStorage.getItem('quatre.theme')
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  } catch {
    // No storage, no choice to remember: the system's theme it is.
  }
})()
