// Copies a text for the user. The browser refuses that on a page without HTTPS, and if the user has forbidden it.

/** Whether the text was copied. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
