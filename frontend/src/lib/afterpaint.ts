/** Does something after the browser has drawn what is ready, so that it does not delay the drawing. */
export function afterPaint(work: () => void): void {
  // A hidden page is not drawn.
  if (document.hidden) work()
  else requestAnimationFrame(() => setTimeout(work))
}
