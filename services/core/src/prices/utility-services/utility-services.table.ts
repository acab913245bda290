// The catalogue of utility services.
import type { ChargingMethod, Component } from '@kvartplata/contracts/core/billing-snapshot.ts';
import type { GeneratedAlways } from 'kysely';

/** The catalogue; filled by migrations, read by everyone. */
export type UtilityServicesTable = {
  readonly id: GeneratedAlways<number>;
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  /** Places of a volume. */
  readonly precision: number;
  readonly methods: ChargingMethod[];
  /** The parts that tariffs and norms are given for; empty for a service of one part. */
  readonly components: Component[];
  /** Whether the coefficient K may count where a meter could stand and does not. */
  readonly coefficient_allowed: boolean;
};
