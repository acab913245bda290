// Serves the OpenAPI 3.1 document at /openapi.json and a readable page at /docs.
import type { AccessLevel } from '@kvartplata/contracts/access.ts';
import type { Catalogue } from '@kvartplata/contracts/catalogue.ts';
import { Problem } from '@kvartplata/contracts/problem.ts';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { documentOf, SERVICE_TOKEN } from './openapi-document.ts';
import { statusWords } from './status-words.ts';

export async function registerOpenApi(
  app: FastifyInstance,
  options: {
    readonly catalogue: Catalogue;
    readonly version: string;
    readonly useHttps: boolean;
  },
): Promise<void> {
  const document = documentOf(options.catalogue, options.version, options.useHttps);
  const { title } = document.info;
  answerWholeCatalogue(app, options.catalogue);
  await app.register(swagger, {
    openapi: {
      ...document,
      components: {
        ...document.components,
        securitySchemes: { ...document.components.securitySchemes, service: SERVICE_TOKEN },
      },
    } as object,
    hideUntagged: true,
    transform: ({ schema, url, route }) => ({
      schema: { ...schema, ...accessOf(route.config?.access) },
      url,
    }),
    transformObject: (all) => {
      if (!('openapiObject' in all)) return all.swaggerObject;
      describeAnswers(all.openapiObject.paths ?? {});
      const paths: Record<string, object | undefined> = { ...all.openapiObject.paths };
      for (const [path, operations] of Object.entries(document.paths))
        paths[path] = { ...paths[path], ...operations };
      return { ...all.openapiObject, paths };
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    theme: { title },
    // Without the bar for opening other documents; and only with GET requests, since the page's origin may not change anything.
    uiConfig: { layout: 'BaseLayout', supportedSubmitMethods: ['get'] },
    staticCSP: true,
    // Without HTTPS a browser that is told to upgrade would not find the page's own scripts.
    transformStaticCSP: (policy) =>
      options.useHttps ? policy : policy.replace(/\s*upgrade-insecure-requests;?/, ''),
  });
}
/** A contract without a route, or a route without a contract, fails the start. */
function answerWholeCatalogue(app: FastifyInstance, { service, operations }: Catalogue): void {
  const missing = new Set(operations.map(({ id }) => id));
  app.addHook('onRoute', ({ config, method }) => {
    const id = config?.endpoint?.id;
    if (id === undefined || method === 'HEAD') return;
    if (!missing.delete(id))
      throw new Error(`the catalogue of ${service} has no ${id}, or it has two routes`);
  });
  app.addHook('onReady', (done) => {
    done(
      missing.size === 0
        ? undefined
        : new Error(`${service} does not answer ${[...missing].join(', ')}`),
    );
  });
}

type Operation = {
  readonly 'x-access'?: AccessLevel;
  responses?: Record<string, Answer>;
};
type Answer = { description: string; content?: Record<string, { schema?: object }> };
type Paths = Readonly<Record<string, object | undefined>>;

const PROBLEM = JSON.stringify(Problem);

const REFUSED = {
  'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
};

/** Each response gets the words of its status, and all refusals refer to one schema. */
function describeAnswers(paths: Paths): void {
  for (const path of Object.values(paths))
    for (const [method, operation] of Object.entries<Operation>({ ...path })) {
      const refused = statusesOfServer(method, operation).map((status) => [status, refusal()]);
      const answers: Record<string, Answer> = Object.fromEntries(refused);
      for (const [status, answer] of Object.entries(operation.responses ?? {}))
        answers[status] =
          JSON.stringify(answer.content?.['application/json']?.schema) === PROBLEM
            ? refusal()
            : answer;
      for (const [status, answer] of Object.entries(answers))
        answer.description = statusWords(status);
      operation.responses = answers;
    }
}

const refusal = (): Answer => ({ description: '', content: REFUSED });

/** The statuses with which the server may refuse a request before it reaches its route. */
function statusesOfServer(method: string, { 'x-access': access }: Operation): readonly number[] {
  const changes = method !== 'get';
  return [
    400,
    ...(access === 'public' || access === 'csrf' ? [] : [401]),
    ...(changes ? [403, 413, 415] : []),
    503,
  ];
}

/** The access level of the route in machine-readable form: `x-access` is the level that it declares. */
function accessOf(level: AccessLevel | undefined): Record<string, unknown> {
  if (level === undefined) return {};
  const security = SECURITY[level];
  return { 'x-access': level, ...(security === undefined ? {} : { security }) };
}

const SECURITY: Partial<Record<AccessLevel, readonly object[]>> = {
  public: [],
  csrf: [],
  service: [{ service: [] }],
};
