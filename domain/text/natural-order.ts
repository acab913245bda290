// The common sort order of addresses, rooms and account numbers, as a person looks for them: numbers by their value.

/** `12` comes after `2`, then `12/2`, `12А`; case-insensitive. For use with `toSorted`. */
export const naturalOrder: (one: string, other: string) => number = new Intl.Collator('ru', {
  numeric: true,
}).compare;
