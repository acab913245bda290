// Which versions are running: of the whole system and of each service (specification 9).
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { BuildInfo } from '../health.ts';

/** Every field is "unknown" while the service does not respond. */
export const ServiceVersion = BuildInfo;
export type ServiceVersion = Static<typeof ServiceVersion>;

export const SystemVersion = Type.Object({
  system: Type.String({ description: 'Semantic version of the whole system' }),
  frontend: Type.String({ description: 'Kept equal to the system version' }),
  services: Type.Object({ core: ServiceVersion, auth: ServiceVersion, billing: ServiceVersion }),
});
export type SystemVersion = Static<typeof SystemVersion>;

export const getSystemVersion = endpoint({
  id: 'getSystemVersion',
  service: 'core',
  method: 'GET',
  path: '/api/version',
  tag: 'version',
  summary: 'Get the versions of the system, the page and the running services',
  description: 'A service that does not answer is `unknown` in every field.',
  access: 'public',
  answers: { 200: SystemVersion },
  refusals: [],
});

export const getCoreVersion = endpoint({
  id: 'getCoreVersion',
  service: 'core',
  method: 'GET',
  path: '/api/version/core',
  tag: 'version',
  summary: 'Get the version of the core-service',
  description: 'The running build: its version, commit, branch and time.',
  access: 'public',
  answers: { 200: ServiceVersion },
  refusals: [],
});
