// A service's operations as a module of plain JavaScript with types: what is called, and its inputs and responses.
import type { Catalogue } from '@kvartplata/contracts/catalogue.ts';
import type { Endpoint } from '@kvartplata/contracts/endpoint.ts';
import {
  componentsOf,
  type Json,
  type SchemaWriter,
} from '@kvartplata/platform/http/openapi-schemas.ts';
import { factsOf } from '../web/endpoint-facts.ts';
import { comment, fieldsOf, typeInAddress, typeOf } from './types-of-schemas.ts';

type Module = { readonly code: string; readonly types: string };

/** Without the operations that only services call. */
export function operationModule({ operations, schemas }: Catalogue): Module {
  const open = operations.filter(({ access }) => access !== 'service');
  const { schema, written } = componentsOf(schemas);
  const declared = open.map((operation) => declarationOf(operation, schema));
  const shapes = Object.entries(written()).map(
    ([name, shape]) => `export type ${name} = ${typeOf(shape)};`,
  );
  return {
    code: open
      .map((operation) => `export const ${operation.id} = ${JSON.stringify(factsOf(operation))};\n`)
      .join(''),
    types: `import type { Operation } from './index.js';\n\n${indented([...declared, ...shapes].join('\n\n'))}\n`,
  };
}

/** Two spaces for each open brace. */
function indented(text: string): string {
  let depth = 0;
  return text
    .split('\n')
    .map((line) => {
      if (line.startsWith('}')) depth -= 1;
      const result = line === '' ? line : '  '.repeat(depth) + line;
      if (line.endsWith('{')) depth += 1;
      return result;
    })
    .join('\n');
}

function declarationOf(operation: Endpoint, schema: SchemaWriter): string {
  const { id, summary, description } = operation;
  const type = `Operation<${inputOf(operation, schema)}, ${answersOf(operation, schema)}>`;
  return `${comment(`${summary}. ${description}`)}export declare const ${id}: ${type};`;
}

/** The required and optional inputs. */
function inputOf(operation: Endpoint, schema: SchemaWriter): string {
  const parts = [
    paramsOf(operation, schema),
    queryOf(operation, schema),
    bodyOf(operation, schema),
    operation.ifMatch ? 'readonly ifMatch?: string | undefined;' : '',
    operation.idempotent ? 'readonly idempotencyKey?: string | undefined;' : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? '{}' : `{\n${parts.join('\n')}\n}`;
}

function paramsOf({ path, params }: Endpoint, schema: SchemaWriter): string {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
  if (names.length === 0) return '';
  const fields =
    params === undefined
      ? names.map((name) => `readonly ${name}: number;`).join('\n')
      : fieldsOf(namelessFields(params, schema), typeInAddress);
  return `readonly params: {\n${fields}\n};`;
}

function queryOf({ query }: Endpoint, schema: SchemaWriter): string {
  if (query === undefined) return '';
  const json = namelessFields(query, schema);
  const mark = isAllOptional(json) ? '?' : '';
  const type = `{\n${fieldsOf(json, typeInAddress)}\n}`;
  return `readonly query${mark}: ${type}${mark && ' | undefined'};`;
}

function bodyOf({ body, form }: Endpoint, schema: SchemaWriter): string {
  if (form !== undefined) return 'readonly body: FormData;';
  if (body === undefined) return '';
  const type = typeOf(schema(body));
  return / \| null$/.test(type)
    ? `readonly body?: ${type} | undefined;`
    : `readonly body: ${type};`;
}

/** By status; files have no type of their own. */
function answersOf({ answers }: Endpoint, schema: SchemaWriter): string {
  const types = Object.entries(answers).map(([status, answer]) => {
    if (answer === null) return `readonly ${status}: undefined;`;
    const shape = 'content' in answer ? answer.content['application/json']?.schema : answer;
    return `readonly ${status}: ${shape === undefined ? 'never' : typeOf(schema(shape))};`;
  });
  return `{\n${types.join('\n')}\n}`;
}

/** An input. */
type Shape = NonNullable<Endpoint['query']>;
type Fields = { readonly [key: string]: Json };

/** The fields even of a named schema: in a URL they are written differently. */
function namelessFields(shape: Shape, schema: SchemaWriter): Fields {
  return schema({ ...shape, properties: { ...propertiesOf(shape) } }) as Fields;
}

function propertiesOf(schema: object): object {
  return 'properties' in schema ? (schema.properties as object) : {};
}

function isAllOptional({ required }: Fields): boolean {
  return !Array.isArray(required) || required.length === 0;
}
