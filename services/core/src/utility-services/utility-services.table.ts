// The catalogue of utility services and of meter types.
import type { ChargingMethod } from '@kvartplata/contracts/core/billing-snapshot.ts';
import type { GeneratedAlways } from 'kysely';

/** The catalogue; filled by migrations, read by everyone. */
export type UtilityServicesTable = {
  readonly id: GeneratedAlways<number>;
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  /** Places of a volume. */
  readonly precision: number;
  readonly methods: readonly ChargingMethod[];
};
