// Pages whose time moves by steps only, for timers and animations alike. So a picture is the same on a slow machine.

/** Moves every animation of the page on by some milliseconds, and stops it there. */
function advance(ms) {
  for (const animation of document.getAnimations()) {
    const { currentTime, playState } = animation
    if (playState === 'finished') continue
    const moved = globalThis.stopped?.has(animation) ? currentTime + ms : 0
    ;(globalThis.stopped ??= new WeakSet()).add(animation)
    animation.pause()
    if (moved >= animation.effect.getComputedTiming().endTime) animation.finish()
    else animation.currentTime = moved
  }
}

/** Ends the animations that are not stopped yet, as those of colours when the theme changes. */
function finishNew() {
  for (const animation of document.getAnimations())
    if (!globalThis.stopped?.has(animation)) animation.finish()
}

/** Stops the time of a page, whose clock must be installed. Returns functions that move it on. */
export async function freeze(page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Animation.enable')
  await devtools.send('Animation.setPlaybackRate', { playbackRate: 0 })
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000)) // later than now, even if the machine is busy
  await page.evaluate(advance, 0)
  return {
    /** Lets the page show what just happened. */
    async settle() {
      await page.waitForTimeout(50) // for the message to arrive
      await page.clock.runFor(1)
      await page.evaluate(advance, 0)
    },
    /** Moves time on by some milliseconds. */
    async step(ms) {
      await page.clock.runFor(ms)
      await page.evaluate(advance, ms)
    },
    /** Shows the page in another theme, without moving time on. */
    async changeTheme(colorScheme) {
      await page.emulateMedia({ colorScheme })
      await page.evaluate(finishNew)
    },
  }
}
