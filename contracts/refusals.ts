// Every refusal that an operation may return: those of its own rules, and those of checks that come before them in any route of
// its kind.
import type { AccessLevel } from './access.ts';
import type { Endpoint } from './endpoint.ts';
import type { ProblemCode } from './problem.ts';

const OF_EVERYTHING: readonly ProblemCode[] = [
  'malformed-request',
  'validation-failed',
  'overloaded',
  'dependency-unavailable',
];
const OF_CHANGES: readonly ProblemCode[] = [
  'origin-not-allowed',
  'malformed-json',
  'body-too-large',
  'unsupported-media-type',
];
const OF_USERS: readonly ProblemCode[] = ['not-signed-in', 'too-many-requests'];
const OF_ROLES: readonly ProblemCode[] = [...OF_USERS, 'forbidden'];

const OF_ACCESS: Readonly<Record<AccessLevel, readonly ProblemCode[]>> = {
  public: [],
  csrf: [],
  service: ['service-token-required'],
  user: OF_USERS,
  viewer: OF_USERS,
  accountant: OF_ROLES,
  owner: OF_ROLES,
  admin: OF_ROLES,
};

/** The codes, each once. */
export function refusalsOf({
  access,
  method,
  peopleOnly,
  idempotent,
  ifMatch,
  refusals,
}: Pick<
  Endpoint,
  'access' | 'method' | 'peopleOnly' | 'idempotent' | 'ifMatch' | 'refusals'
>): readonly ProblemCode[] {
  const changes = method !== 'GET';
  const needsCsrfToken = changes && access !== 'public' && access !== 'service';
  return [
    ...new Set<ProblemCode>([
      ...OF_EVERYTHING,
      ...OF_ACCESS[access],
      ...(peopleOnly ? (['forbidden'] as const) : []),
      ...(changes ? OF_CHANGES : []),
      ...(needsCsrfToken ? (['csrf-token-invalid'] as const) : []),
      ...(idempotent ? (['idempotency-key-reused', 'idempotency-key-in-use'] as const) : []),
      ...(ifMatch ? (['version-stale'] as const) : []),
      ...refusals,
    ]),
  ];
}
