// The one order of addresses, rooms and account numbers, as a person looks for them: figures by their value.

/** `12` stands after `2`, and after it `12/2`, `12А`; capital letters make no difference. Fits `toSorted`. */
export const naturalOrder: (one: string, other: string) => number = new Intl.Collator('ru', {
  numeric: true,
}).compare;
