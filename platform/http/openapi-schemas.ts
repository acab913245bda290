// Schemas as the OpenAPI document has them: a named one is written once, and everything else refers to it.
import type { TSchema } from 'typebox';

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json };

/** @param name for an object, a list or a union that has no name of its own */
export type SchemaWriter = (schema: TSchema, name?: string) => Json;

/** Identify an object, a list or a union: a copy of it, such as an optional field's, shares the same value. */
const KERNELS = ['properties', 'items', 'anyOf'] as const;

export function componentsOf(named: ReadonlyMap<string, TSchema>): {
  /** Writes a schema, or a reference to it. */
  readonly schema: SchemaWriter;
  /** The schemas that are referred to, by name. */
  readonly written: () => Record<string, Json>;
} {
  const names = new Map([...named].map(([name, one]) => [kernelOf(one), name]));
  names.delete(undefined);
  const components = new Map<string, Json>();

  function schema(value: unknown, nameless?: string): Json {
    if (Array.isArray(value)) return value.map((one) => schema(one));
    if (typeof value !== 'object' || value === null) return value as Json;
    const kernel = kernelOf(value);
    const name = names.get(kernel) ?? pageName(value) ?? (kernel === undefined ? kernel : nameless);
    if (name === undefined) return fieldsOf(value);
    if (!components.has(name)) {
      // A schema may contain itself: it has to be known before its fields are written.
      components.set(name, {});
      components.set(name, fieldsOf(named.get(name) ?? value));
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  /** A page of a named schema is named after it. */
  function pageName(value: object): string | undefined {
    const { properties } = value as { properties?: Readonly<Record<string, TSchema>> };
    if (properties?.['items'] === undefined || properties['nextCursor'] === undefined)
      return undefined;
    const { items } = properties['items'] as { items?: object };
    const item = items && names.get(kernelOf(items));
    return item === undefined ? undefined : `${item}Page`;
  }

  /** Without the fields that only the library reads. */
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

/** Only objects, lists and unions have names to refer to. */
function kernelOf(value: object): unknown {
  for (const key of KERNELS) if (key in value) return (value as Record<string, unknown>)[key];
  return undefined;
}
