/**
 * Copies what a field shows, and says whether that has worked. Without https there is no clipboard API, but the
 * older way by a selection, which must be within the dialog if one is open.
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
