// JSON as no serializer writes it: numbers with any given digits.

/** A number as it is in the text. */
export class Literal {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export function jsonTextOf(value: unknown): string {
  const literals: string[] = [];
  const text = JSON.stringify(value, (_key, one: unknown) => {
    if (!(one instanceof Literal)) return one;
    literals.push(one.text);
    return '@literal@';
  });
  return text.replaceAll('"@literal@"', () => literals.shift() ?? '');
}
