// Whether a value fits a JSON schema, also one that was read from a document; each schema is compiled once.
import type { Static, TSchema } from 'typebox';
import { schemaChecks } from './schema-checks.ts';

const checks = new WeakMap<object, (value: unknown) => boolean>();

export function fitsSchema<Schema extends object>(
  schema: Schema,
  value: unknown,
): value is Schema extends TSchema ? Static<Schema> : unknown {
  const known = checks.get(schema);
  if (known !== undefined) return known(value);
  const validator = schemaChecks().Compile(schema);
  const check = (one: unknown): boolean => validator.Check(one);
  checks.set(schema, check);
  return check(value);
}
