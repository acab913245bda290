// Converts between a form's texts and a body's optional fields.

/** An empty field is stored as null. */
export function orNull(typed: string): string | null {
  return typed.trim() === '' ? null : typed.trim();
}

/** Null is shown as an empty field. */
export function orEmpty(stored: string | null): string {
  return stored ?? '';
}
