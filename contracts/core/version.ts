// GET /api/version and /api/version/core (specification 9).
import Type, { type Static } from 'typebox';
import { BuildInfo } from '../health.ts';

/** Every field is "unknown" while the service does not answer. */
export const ServiceVersion = BuildInfo;
export type ServiceVersion = Static<typeof ServiceVersion>;

export const SystemVersion = Type.Object({
  system: Type.String({ description: 'Semantic version of the whole system' }),
  frontend: Type.String({ description: 'Kept equal to the system version' }),
  services: Type.Object({ core: ServiceVersion, auth: ServiceVersion, billing: ServiceVersion }),
});
export type SystemVersion = Static<typeof SystemVersion>;
