/**
 * Copies the content of a field and returns whether that worked. Without https there is no clipboard API: then the
 * field is selected and the selection copied. If a dialog is open, the field must be inside the dialog.
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
