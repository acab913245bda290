// What differs from the house's service for one account.
import type { NotChargedReason } from '@kvartplata/domain/charging/house-facts.ts';
import type { Generated } from 'kysely';

export type AccountServicesTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly id: Generated<number>;
  readonly personalAccountId: number;
  readonly houseServiceId: number;
  readonly charged: boolean;
  /** Null where it is charged. */
  readonly reason: NotChargedReason | null;
  /** False where an act says that no meter can be installed. */
  readonly coefficientApplies: Generated<boolean>;
  readonly tariffGroup: string | null;
  readonly normGroup: string | null;
  /** Units of the service a month. */
  readonly contractVolume: string | null;
  /** What the heat cost allocators of the room have shown on the row's days. */
  readonly allocatorUnits: string | null;
  readonly basis: string | null;
  readonly validFrom: string;
  /** The last day, inclusive; null while in force. */
  readonly validTo: string | null;
  /** Counts the changes; the entity tag of the record. */
  readonly version: Generated<number>;
};
