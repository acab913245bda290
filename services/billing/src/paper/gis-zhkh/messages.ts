// What messages to ГИС ЖКХ about a house's month have in common: the house, what is missing, and the entry in the audit log.
import type { FieldError } from '@kvartplata/contracts/problem.ts';
import {
  firstDayOf,
  formatBillingMonth,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import { fileNameOf } from '@kvartplata/platform/table-files/file-name.ts';
import type { Caller } from '../../access/access.service.ts';
import { requireHouse } from '../../access/places.ts';
import { streetOf } from '../street-of.ts';
import type { HouseMonth } from './gis-zhkh.repository.ts';
import { spoolRequests, type NamedFile } from './request-files.ts';

export type MessageDeps = {
  /** The schema version stated in messages. */
  readonly version: string;
  readonly now: () => Date;
};

export type OfHouse = { readonly houseId: number; readonly period: BillingMonth };

/** The house's month, and the name of its file. */
export type MessageMonth = HouseMonth & {
  readonly billingMonth: BillingMonth;
  readonly address: string;
};

/** @throws Refusal not-found, forbidden */
export async function monthOf(caller: Caller, { houseId, period }: OfHouse): Promise<MessageMonth> {
  const { organizationId, address } = await requireHouse(caller, houseId);
  return {
    organizationId,
    houseId,
    period: formatDay(firstDayOf(period)),
    billingMonth: period,
    address,
  };
}

const MOST_ERRORS = 100;

/** @throws Refusal gis-facts-missing naming the first missing items in `errors` */
export function requireWhole(errors: readonly FieldError[]): void {
  if (errors.length === 0) return;
  throw new Refusal(
    'gis-facts-missing',
    `ГИС ЖКХ would not take the file: ${errors.length} numbers or entries are missing`,
    { errors: errors.slice(0, MOST_ERRORS) },
  );
}

type Message<Item> = {
  /** The beginning of the file's name. */
  readonly name: string;
  readonly action: 'gis-readings-exported' | 'gis-payments-exported' | 'gis-cancellations-exported';
  readonly items: readonly Item[];
  /** The most items in a request. */
  readonly most: number;
  readonly write: (some: AsyncIterable<Item>) => AsyncIterable<string>;
};

/**
 * One request, or a zip of several, with an entry in the audit log.
 * @throws Refusal gis-nothing-to-tell
 */
export async function writeMessage<Item>(
  { now }: MessageDeps,
  caller: Caller,
  { organizationId, houseId, billingMonth, address }: MessageMonth,
  { name, action, items, most, write }: Message<Item>,
): Promise<NamedFile> {
  const period = formatBillingMonth(billingMonth);
  if (items.length === 0)
    throw new Refusal(
      'gis-nothing-to-tell',
      `House ${houseId} has nothing of the kind in ${period}`,
    );
  const file = await spoolRequests(inTurn(items), most, write, now());
  await recordChange(caller.db, caller.actor, {
    action: `house.${action}`,
    object: { type: 'house', id: houseId },
    organizationId,
    after: { period, items: items.length },
  });
  return { ...file, name: fileNameOf(name, period, streetOf(address)) };
}

async function* inTurn<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}
