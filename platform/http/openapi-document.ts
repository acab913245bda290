// Builds the OpenAPI 3.1 document of a service from its catalogue alone. Undefined fields are left out of the JSON.
import type { AccessLevel } from '@kvartplata/contracts/access.ts';
import type { Catalogue, Example } from '@kvartplata/contracts/catalogue.ts';
import type { Endpoint } from '@kvartplata/contracts/endpoint.ts';
import { IdempotencyHeaders } from '@kvartplata/contracts/idempotency.ts';
import { PROBLEMS, Problem, type ProblemCode } from '@kvartplata/contracts/problem.ts';
import { refusalsOf } from '@kvartplata/contracts/refusals.ts';
import Type, { type TSchema } from 'typebox';
import { cookieName } from '../identity/cookie-name.ts';
import { componentsOf, type Json, type SchemaWriter } from './openapi-schemas.ts';
import { idsIn } from './route.ts';
import { statusWords } from './status-words.ts';

export const SERVICE_TOKEN = {
  type: 'http',
  scheme: 'bearer',
  description: 'A token of another service',
};

const JSON_TYPE = 'application/json';

type Paths = Record<string, Record<string, object>>;

const CsrfHeaders = Type.Object({
  'x-csrf-token': Type.String({ description: 'Of GET /api/auth/csrf-token, with its cookie' }),
});
const VersionHeaders = Type.Object({
  'if-match': Type.Optional(
    Type.String({ description: 'The ETag of the version that the change is meant for' }),
  ),
});

/** @param useHttps whether the service names its cookies as with HTTPS */
export function documentOf(catalogue: Catalogue, version: string, useHttps: boolean) {
  const write = componentsOf(new Map([...catalogue.schemas, ['Problem', Problem]]));
  const paths: Paths = {};
  for (const operation of catalogue.operations) {
    const path = operation.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [operation.method.toLowerCase()]: operationOf(
        operation,
        catalogue.examples[operation.id],
        write.schema,
      ),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${catalogue.service}-service`,
      description: catalogue.description,
      version,
      contact: { name: 'Those who run this platform' },
      license: { name: 'UNLICENSED', identifier: 'UNLICENSED' },
    },
    servers: [{ url: '/', description: 'Where this document is served' }],
    tags: Object.entries(catalogue.tags).map(([name, description]) => ({ name, description })),
    security: [{ cookie: [] }, { bearer: [] }],
    paths,
    components: {
      schemas: write.written(),
      securitySchemes: {
        cookie: { type: 'apiKey', in: 'cookie', name: cookieName('access_token', useHttps) },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token (JWT), or an API key (`kp_…`)',
        },
        ...(catalogue.operations.some(({ access }) => access === 'service')
          ? { service: SERVICE_TOKEN }
          : {}),
      },
    },
  };
}

function operationOf(
  operation: Endpoint,
  example: Example | undefined,
  schema: SchemaWriter,
): object {
  const { id, tag, summary, description, access, peopleOnly, form } = operation;
  const body = operation.body ?? form;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    'x-access': access,
    // Whether API keys are refused.
    ...(peopleOnly === undefined ? {} : { 'x-people-only': true }),
    security: SECURITY[access],
    parameters: [
      ...parametersOf('path', operation.params ?? idsIn(operation.path), schema, example?.params),
      ...parametersOf('query', operation.query, schema, example?.query),
      ...headersOf(operation).flatMap((headers) => parametersOf('header', headers, schema)),
    ],
    requestBody: body && {
      required: !takesNothing(body),
      content: {
        [form === undefined ? JSON_TYPE : 'multipart/form-data']: {
          schema: schema(body, nameFor(id, 'Body')),
          example: example?.body,
        },
      },
    },
    responses: {
      ...refusalsBy(operation, example?.refusal, schema(Problem)),
      ...answersOf(operation, example, schema),
    },
  };
}

const LOCATION = { type: 'string', format: 'uri-reference' };
const RETRY_AFTER = {
  'Retry-After': {
    required: true,
    description: 'Seconds to wait',
    schema: { type: 'integer', minimum: 1 },
  },
};
/** Every response with the status has these headers. */
const HEADERS: Readonly<Record<number, Json>> = {
  201: { Location: { required: true, description: 'Where what was made is', schema: LOCATION } },
  202: { Location: { required: true, description: 'Where it is asked about', schema: LOCATION } },
  429: RETRY_AFTER,
  503: RETRY_AFTER,
};

/** The access level of the route in machine-readable form. */
const SECURITY: Partial<Record<AccessLevel, Json>> = {
  public: [],
  csrf: [],
  service: [{ service: [] }],
};

function headersOf({ access, idempotent, ifMatch }: Endpoint): readonly TSchema[] {
  return [
    ...(access === 'csrf' ? [CsrfHeaders] : []),
    ...(idempotent ? [IdempotencyHeaders] : []),
    ...(ifMatch ? [VersionHeaders] : []),
  ];
}

function parametersOf(
  place: 'path' | 'query' | 'header',
  schema: TSchema | undefined,
  write: SchemaWriter,
  examples: Example['params'] = {},
): readonly object[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Readonly<Record<string, TSchema & { description?: string }>>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    in: place,
    name,
    required: required.includes(name),
    description: property.description,
    schema: write(property),
    example: examples[name],
  }));
}

/** Of what an operation alone takes or answers. */
function nameFor(operation: string, what: 'Body' | 'Answer'): string {
  return operation.charAt(0).toUpperCase() + operation.slice(1) + what;
}

/** Whether the body may be missing. */
function takesNothing(body: TSchema): boolean {
  const { anyOf = [] } = body as { anyOf?: readonly { type?: string }[] };
  return anyOf.some(({ type }) => type === 'null');
}

function answersOf(
  { id, answers }: Endpoint,
  example: Example | undefined,
  schema: SchemaWriter,
): Record<string, object> {
  return Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => {
      const description = statusWords(status);
      if (answer === null) return [status, { description }];
      const shown = String(example?.status) === status ? example?.answer : undefined;
      const { content } =
        'content' in answer ? answer : { content: { [JSON_TYPE]: { schema: answer } } };
      const written = Object.entries(content).map(([type, one]) => [
        type,
        {
          schema: schema(one.schema, nameFor(id, 'Answer')),
          example: isShown(type) ? shown : undefined,
        },
      ]);
      const headers = HEADERS[Number(status)];
      return [status, { description, headers, content: Object.fromEntries(written) }];
    }),
  );
}

/** Files of other types have no example. */
const isShown = (type: string): boolean => type === JSON_TYPE || type.startsWith('text/plain');

/** All refusals have one schema; for each status the document lists the possible codes. */
function refusalsBy(
  operation: Endpoint,
  refusal: Example['refusal'],
  problem: Json,
): Record<string, object> {
  const byStatus = Map.groupBy(refusalsOf(operation), (code) => PROBLEMS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map(wordsOf).join('; '),
        'x-codes': codes,
        headers: HEADERS[status],
        content: {
          'application/problem+json': {
            schema: problem,
            example: refusal?.status === status ? refusal.problem : undefined,
          },
        },
      },
    ]),
  );
}

function wordsOf(code: ProblemCode): string {
  return `\`${code}\`: ${PROBLEMS[code].title}`;
}
