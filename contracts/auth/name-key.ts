// Names that differ only in case or width count as the same: this is the form in which they are compared.

/** A username or an e-mail in the form in which it is compared. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}
