// Serves the OpenAPI 3.1 document at /openapi.json and a readable page at /docs.
import type { AccessLevel } from '@kvartplata/contracts/access.ts';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

export async function registerOpenApi(
  app: FastifyInstance,
  options: {
    readonly service: string;
    readonly description: string;
    readonly version: string;
    readonly useHttps: boolean;
  },
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${options.service}-service`,
        description: options.description,
        version: options.version,
      },
      components: {
        securitySchemes: {
          cookie: { type: 'apiKey', in: 'cookie', name: 'access_token' },
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          service: { type: 'http', scheme: 'bearer', description: 'A token of another service' },
        },
      },
      security: [{ cookie: [] }, { bearer: [] }],
    },
    hideUntagged: true,
    transform: ({ schema, url, route }) => ({
      schema: { ...schema, ...accessOf(route.config?.access) },
      url,
    }),
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    // Without HTTPS a browser that is told to upgrade would not find the page's own scripts.
    transformStaticCSP: (policy) =>
      options.useHttps ? policy : policy.replace(/\s*upgrade-insecure-requests;?/, ''),
  });
}

/** Whom the route answers, in words that a program can read: `x-access` is the level that the route declares. */
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
