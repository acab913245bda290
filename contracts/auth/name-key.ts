// Names are told apart by more than case and width: this is the part of a name that counts.

/** A username or an e-mail as it is compared. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}
