// Whether a value fits a JSON schema, be it one that was read from a document; each schema is compiled once.
import { Compile } from 'typebox/compile';

const checks = new WeakMap<object, (value: unknown) => boolean>();

export function fitsSchema(schema: object, value: unknown): boolean {
  const known = checks.get(schema);
  if (known !== undefined) return known(value);
  const validator = Compile(schema);
  const check = (one: unknown): boolean => validator.Check(one);
  checks.set(schema, check);
  return check(value);
}
