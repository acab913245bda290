// Converts between a form's texts and a body's optional fields.

/** An empty field is stored as null. */
export function orNull(typed: string): string | null {
  return typed.trim() === '' ? null : typed.trim();
}

/** A number of a document, as an INN or an account at a bank: pasted ones often have spaces between groups of digits. */
export function numberOrNull(typed: string): string | null {
  return orNull(typed.replaceAll(/\s/g, ''));
}

/** Null is shown as an empty field. */
export function orEmpty(stored: string | null): string {
  return stored ?? '';
}
