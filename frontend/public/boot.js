// Runs before the first paint: sets the chosen theme, so that the page does not flash in another one.
;(function () {
  var root = document.documentElement
  try {
    var theme = localStorage.getItem('quatre.theme')
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  } catch {
    // Without storage the system's theme is used.
  }
})()
