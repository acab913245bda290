// Schemas as the OpenAPI document has them: those with a name stand once, and everything else points to them.
import type { TSchema } from 'typebox';

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json };

export type SchemaWriter = (schema: TSchema) => Json;

/** What makes an object, a list or a choice what it is; a copy, such as an optional field's, shares it. */
const KERNELS = ['properties', 'items', 'anyOf'] as const;

export function componentsOf(named: ReadonlyMap<string, TSchema>): {
  /** A schema, or the place where it stands. */
  readonly schema: SchemaWriter;
  /** Those that something points to, by name. */
  readonly written: () => Record<string, Json>;
} {
  const names = new Map([...named].map(([name, one]) => [kernelOf(one), name]));
  names.delete(undefined);
  const components = new Map<string, Json>();

  function schema(value: unknown): Json {
    if (Array.isArray(value)) return value.map(schema);
    if (typeof value !== 'object' || value === null) return value as Json;
    const name = names.get(kernelOf(value));
    if (name === undefined) return fieldsOf(value);
    if (!components.has(name)) {
      // It may hold itself: it has to be there before its fields are looked at.
      components.set(name, {});
      components.set(name, fieldsOf(named.get(name) ?? value));
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  /** Without what only the library reads. */
  function fieldsOf(value: object): Json {
    const fields = Object.entries(value).filter(
      ([key, field]) => !key.startsWith('~') && field !== undefined,
    );
    return Object.fromEntries(
      fields.map(([key, field]) => [
        key,
        key === 'properties' ? propertiesOf(field as object) : schema(field),
      ]),
    );
  }

  function propertiesOf(properties: object): Json {
    return Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, schema(property)]),
    );
  }

  return {
    schema,
    written: () =>
      Object.fromEntries([...components].toSorted(([one], [other]) => (one < other ? -1 : 1))),
  };
}

/** Objects alone have names worth pointing to, and lists and choices of them. */
function kernelOf(value: object): unknown {
  for (const key of KERNELS) if (key in value) return (value as Record<string, unknown>)[key];
  return undefined;
}
