// Account services: differences from the house's service for one account.
import type { NotChargedReason } from '@kvartplata/domain/charging/house-facts.ts';
import type { Generated } from 'kysely';

export type AccountServicesTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly id: Generated<number>;
  readonly personalAccountId: number;
  readonly houseServiceId: number;
  readonly charged: boolean;
  /** Null if it is charged. */
  readonly reason: NotChargedReason | null;
  /** False if an act says that no meter can be installed. */
  readonly coefficientApplies: Generated<boolean>;
  readonly tariffGroup: string | null;
  readonly normGroup: string | null;
  /** Units of the service per month. */
  readonly contractVolume: string | null;
  /** The heat cost allocator units of the room on the row's days. */
  readonly allocatorUnits: string | null;
  readonly basis: string | null;
  readonly validFrom: string;
  /** The last day, inclusive; null while in force. */
  readonly validTo: string | null;
  /** The entity tag of the record; counts its changes. */
  readonly version: Generated<number>;
};
