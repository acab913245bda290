// Service acts: interruptions and bad quality of a house's services.
import type { ActKind } from '@kvartplata/domain/regulation/quality/service-act.ts';
import type { Generated } from 'kysely';

export type ServiceActsTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly id: Generated<number>;
  readonly houseServiceId: number;
  readonly kind: ActKind;
  /** Inclusive; the end is exclusive. */
  readonly beginsAt: Date;
  readonly endsAt: Date;
  /** Degrees, MPa. */
  readonly measured: string | null;
  readonly required: string | null;
  /** For an interruption that may last longer than usual. */
  readonly allowedHours: number | null;
  readonly basis: string;
  /** The entity tag of the record; counts its changes. */
  readonly version: Generated<number>;
};

/** The rooms of an act; without rows, the act is for the whole house. */
export type ServiceActRoomsTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly serviceActId: number;
  readonly roomId: number;
};
