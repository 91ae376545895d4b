/** The build that this page is; '' while it is developed. */
export const BUILD = ((content) => (/^[0-9a-f]{8}$/.test(content) ? content : ''))(
  document.querySelector<HTMLMetaElement>('meta[name="quatre-build"]')?.content ?? '',
)
