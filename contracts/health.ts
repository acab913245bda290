// The responses of /health and /ready, the same in all three services (specification 1.1).
import Type, { type Static } from 'typebox';

export const BuildInfo = Type.Object({
  version: Type.String({ description: 'Semantic version; "unknown" without build information' }),
  buildTime: Type.String({
    description: 'ISO 8601 UTC; without build information the time of start',
  }),
  commit: Type.String({ description: 'Short commit hash, or "unknown"' }),
  branch: Type.String({ description: 'Branch, or "unknown"' }),
});
export type BuildInfo = Static<typeof BuildInfo>;

export const Health = Type.Object({ status: Type.Literal('ok'), ...BuildInfo.properties });
export type Health = Static<typeof Health>;

export const DependencyState = Type.Union(
  [
    Type.Literal('up'),
    Type.Literal('degraded'),
    Type.Literal('down'),
    Type.Literal('off'),
    Type.Literal('empty'),
    Type.Literal('behind'),
    Type.Literal('ahead'),
    Type.Literal('without-engine'),
    Type.Literal('missing'),
    Type.Literal('not-granted'),
    Type.Literal('without-login'),
    Type.Literal('without-rights'),
    Type.Literal('too-strong'),
  ],
  {
    description:
      'degraded: the service works without it, or a node of the database makes ids too large for programs; down: ' +
      'unavailable; off: not set up, and not needed to serve; of the schema: empty, behind or ahead of the code, or its ' +
      'tables spread over nodes by an engine that is missing; of the application role: missing, not granted to the ' +
      'database user, without rights, or passing row-level security',
  },
);
export type DependencyState = Static<typeof DependencyState>;

export const Readiness = Type.Object({
  status: Type.Union([Type.Literal('ready'), Type.Literal('not-ready')]),
  dependencies: Type.Record(Type.String(), DependencyState),
  reasons: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: 'What is wrong with a dependency, where it is known',
    }),
  ),
});
export type Readiness = Static<typeof Readiness>;
