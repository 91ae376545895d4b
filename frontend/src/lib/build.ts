/** The build ID of this page; '' during development. */
export const PAGE_BUILD = ((content) => (/^[0-9a-f]{8}$/.test(content) ? content : ''))(
  document.querySelector<HTMLMetaElement>('meta[name="quatre-build"]')?.content ?? '',
)
