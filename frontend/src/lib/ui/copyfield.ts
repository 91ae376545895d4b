/**
 * Copies the content of a field and returns whether it worked. The clipboard API exists only with https; otherwise it
 * copies the selection, which must be inside the dialog if one is open.
 */
export async function copyField(field: HTMLInputElement): Promise<'yes' | 'no'> {
  try {
    await navigator.clipboard.writeText(field.value)
    return 'yes'
  } catch {
    field.select()
    return document.execCommand('copy') ? 'yes' : 'no'
  }
}
