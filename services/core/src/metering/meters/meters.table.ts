// Meters of accounts, of rooms and of whole houses.
import type { Generated } from 'kysely';

export type MetersTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly id: Generated<number>;
  readonly houseServiceId: number;
  readonly ownerType: 'house' | 'room' | 'account';
  readonly personalAccountId: number | null;
  /** The room whose accounts share its volume. */
  readonly roomId: number | null;
  readonly meterTypeId: number;
  readonly serialNumber: string;
  /** Digits before the point; the counter returns to 0 at 10^digits. */
  readonly digits: number;
  readonly initialReading: Generated<string>;
  readonly installedOn: string;
  readonly verifiedUntil: string | null;
  /** The last day of its verification before the first one was recorded. */
  readonly firstVerifiedUntil: string | null;
  readonly removedOn: string | null;
  /** The meter of the same house that this one replaced. */
  readonly replacedMeterId: number | null;
  /** The GUID of the device in ГИС ЖКХ. */
  readonly gisMeterGuid: string | null;
  /** The entity tag of the record; counts its changes. */
  readonly version: Generated<number>;
};
