// Schemas as TypeScript types of inputs and responses, so that users of the packed client need no schema library.
import type { Json } from '@kvartplata/platform/http/openapi-schemas.ts';

type Schema = { readonly [key: string]: Json };

/** The type of a schema that may refer to others by name. */
export function typeOf(json: Json): string {
  const schema = json as Schema;
  if (typeof schema['$ref'] === 'string') return schema['$ref'].split('/').at(-1) ?? 'unknown';
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (Array.isArray(schema['enum'])) return union(schema['enum'].map((one) => JSON.stringify(one)));
  if ('properties' in schema) return objectOf(schema);
  for (const choice of ['anyOf', 'oneOf'] as const)
    if (Array.isArray(schema[choice])) return union((schema[choice] as Json[]).map(typeOf));
  if (Array.isArray(schema['type']))
    return union(schema['type'].map((type) => typeOf({ ...schema, type })));
  return plainType(schema);
}

/** The type of a value in a URL: ids and counts as numbers, lists of ids, booleans. */
export function typeInAddress(json: Json): string {
  const { type, pattern } = json as { readonly type?: Json; readonly pattern?: Json };
  if (type !== 'string' || typeof pattern !== 'string') return typeOf(json);
  if (pattern === '^(true|false)$') return 'boolean';
  // Such as `^[1-9][0-9]{0,14}(,[1-9][0-9]{0,14}){0,199}$`.
  if (/^\^\[1-9\]\[0-9\]\{0,14\}\(,/.test(pattern)) return 'readonly number[]';
  const rest = pattern.replaceAll(/\[\d-\d\]/g, '0').replaceAll(/\{\d+(?:,\d+)?\}/g, '');
  return /^[\^$()|?\d]+$/.test(rest) ? 'number | string' : 'string';
}

/** The fields of an object, each with its description. */
export function fieldsOf(schema: Schema, typeOfField: (json: Json) => string = typeOf): string {
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  return Object.entries((schema['properties'] ?? {}) as Schema)
    .map(([name, field]) => {
      const type = typeOfField(field);
      const mark = required.has(name) ? '' : '?';
      const key = /^[\w$]+$/.test(name) ? name : JSON.stringify(name);
      return `${commentOf(field)}readonly ${key}${mark}: ${type}${mark && ' | undefined'};`;
    })
    .join('\n');
}

/** A description as a comment, which editors show for the name below it. */
export function comment(text: string): string {
  return text === '' ? '' : `/** ${text.replaceAll('*/', '* /')} */\n`;
}

function commentOf(json: Json): string {
  const { description } = json as { readonly description?: Json };
  return typeof description === 'string' ? comment(description) : '';
}

function objectOf(schema: Schema): string {
  const fields = fieldsOf(schema);
  const others = schema['additionalProperties'];
  if (fields !== '') return `{\n${fields}\n}`;
  return typeof others === 'object' ? recordOf(others) : recordOf(undefined);
}

function recordOf(values: Json | undefined): string {
  return `{ readonly [name: string]: ${values === undefined ? 'unknown' : typeOf(values)} }`;
}

function plainType(schema: Schema): string {
  switch (schema['type']) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema['type'];
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return listOf(typeOf(schema['items'] ?? {}));
    case 'object': {
      const [byPattern] = Object.values((schema['patternProperties'] ?? {}) as Schema);
      return recordOf(byPattern ?? undefined);
    }
    default:
      return 'unknown';
  }
}

function listOf(item: string): string {
  return /^\w+$/.test(item) ? `readonly ${item}[]` : `readonly (${item})[]`;
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}
