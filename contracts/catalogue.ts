// All operations of one service, gathered from the modules that declare them: the content of its OpenAPI document, and what the
// service has to implement.
import type { TSchema } from 'typebox';
import type { Endpoint, ServiceName } from './endpoint.ts';
import { operationOf } from './operation.ts';

export type Catalogue = {
  readonly service: ServiceName;
  /** What the service is for. */
  readonly description: string;
  /** The groups of operations in the order of the document, each with a description. */
  readonly tags: Readonly<Record<string, string>>;
  readonly operations: readonly Endpoint[];
  /** By the names under which they are exported; the document uses the same names. */
  readonly schemas: ReadonlyMap<string, TSchema>;
  readonly examples: Examples;
};

/** By operation id, a request that a test has sent and its response. */
export type Examples = Readonly<Record<string, Example>>;
export type Example = {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly status: number;
  /** Absent if it is neither JSON nor text. */
  readonly answer?: unknown;
  /** A problem document, where request and response are both empty and there is nothing else to show. */
  readonly refusal?: { readonly status: number; readonly problem: unknown };
};

type Module = Readonly<Record<string, unknown>>;

/**
 * Adds the operations that every service has for operators.
 * @throws if an operation's id differs from the name of its export, occurs twice, or belongs to another service or no tag
 */
export function catalogueOf(
  service: ServiceName,
  told: Pick<Catalogue, 'description' | 'tags' | 'examples'>,
  modules: readonly Module[],
): Catalogue {
  const operations = new Map<string, Endpoint>();
  const schemas = new Map<string, TSchema>();
  const tags = { ...told.tags, operation: 'Health, build and metrics of the service' };
  const exported = [...modules, operationOf(service)].flatMap((module) => Object.entries(module));
  for (const [name, value] of exported) {
    if (isEndpoint(value)) {
      const fault = faultOf(value, name, service, tags);
      if (fault !== undefined || operations.has(name))
        throw new Error(`the operation ${name} ${fault ?? 'stands twice'}`);
      operations.set(name, value);
    } else if (isSchema(value)) schemas.set(name, value);
  }
  return { service, ...told, tags, operations: [...operations.values()], schemas };
}

/** Whether an export is an operation. */
export function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'id' in value && 'answers' in value;
}

/** Whether an export is a schema. */
export function isSchema(value: unknown): value is TSchema {
  return typeof value === 'object' && value !== null && '~kind' in value;
}

function faultOf(
  one: Endpoint,
  name: string,
  service: ServiceName,
  tags: Catalogue['tags'],
): string | undefined {
  if (one.id !== name) return `calls itself ${one.id}`;
  if (one.service !== service) return `is of the ${one.service}-service`;
  if (!(one.tag in tags)) return `has the tag ${one.tag}, which is not described`;
  return undefined;
}
