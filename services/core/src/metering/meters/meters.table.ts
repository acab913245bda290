// Meters of accounts and of whole houses.
import type { Generated } from 'kysely';

export type MetersTable = {
  readonly house_id: number;
  readonly id: Generated<number>;
  readonly house_service_id: number;
  readonly owner_type: 'house' | 'account';
  readonly personal_account_id: number | null;
  readonly meter_type_id: number;
  readonly serial_number: string;
  /** Digits before the point; the counter returns to 0 at 10^digits. */
  readonly digits: number;
  readonly initial_reading: Generated<string>;
  readonly installed_on: string;
  readonly verified_until: string | null;
  /** Until when it was good before its first verification was put down. */
  readonly first_verified_until: string | null;
  readonly removed_on: string | null;
  /** The meter of the same house that this one took the place of. */
  readonly replaced_meter_id: number | null;
  /** Counts the changes; the entity tag of the record. */
  readonly version: Generated<number>;
};
