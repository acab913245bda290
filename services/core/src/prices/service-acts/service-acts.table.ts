// Acts on interruptions and bad quality of a house's services.
import type { ActKind } from '@kvartplata/domain/regulation/quality/service-act.ts';
import type { Generated } from 'kysely';

export type ServiceActsTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly id: Generated<number>;
  readonly houseServiceId: number;
  readonly kind: ActKind;
  /** From one instant up to the other. */
  readonly beginsAt: Date;
  readonly endsAt: Date;
  /** Degrees, MPa. */
  readonly measured: string | null;
  readonly required: string | null;
  /** Of an interruption that might last longer than usual. */
  readonly allowedHours: number | null;
  readonly basis: string;
  /** Counts the changes; the entity tag of the record. */
  readonly version: Generated<number>;
};

/** The rooms that an act is of; one without rows is of the whole house. */
export type ServiceActRoomsTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly serviceActId: number;
  readonly roomId: number;
};
