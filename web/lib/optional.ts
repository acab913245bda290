// Between the texts of a form and the fields of a body.

/** Nothing typed is nothing stored. */
export function orNull(typed: string): string | null {
  return typed.trim() === '' ? null : typed.trim();
}

/** Nothing stored is nothing shown. */
export function orEmpty(stored: string | null): string {
  return stored ?? '';
}
