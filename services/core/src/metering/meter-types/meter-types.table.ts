// The catalogue of meter types.
import type { GeneratedAlways } from 'kysely';

/** Filled by migrations, read by everyone. */
export type MeterTypesTable = {
  readonly id: GeneratedAlways<number>;
  readonly code: string;
  readonly name: string;
  readonly isHouseMeter: boolean;
};
