// From the bytes of core's snapshot to the rows of charges: the whole computation of some houses, without I/O, so that it can run
// in a thread of its own.
import { createHash, hash } from 'node:crypto';
import type { SkippedAccount } from '@kvartplata/contracts/billing/skipped-accounts.ts';
import type { FaultyHouse } from '@kvartplata/contracts/job-errors.ts';
import { calculateHouse } from '@kvartplata/domain/charging/calculate-house.ts';
import type { ChargeLine } from '@kvartplata/domain/charging/charge-line.ts';
import type { CommonNeedsMonth } from '@kvartplata/domain/charging/common-needs-month.ts';
import type { HouseFacts, ServiceFacts } from '@kvartplata/domain/charging/house-facts.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import { writeRows, type RowBuffer, type Rows } from './charge-rows.ts';
import {
  BrokenSnapshotError,
  readHouseFacts,
  type EarlierMonths,
  type HouseWithAccounts,
} from './read-house-facts.ts';
import { snapshotLines } from './snapshot-lines.ts';

export type HousesQuestion = {
  readonly houseIds: readonly number[];
  /** The first day of the month. */
  readonly period: string;
  readonly organizationId: number;
  /** NDJSON, as core sent it. */
  readonly snapshot: Uint8Array<ArrayBuffer>;
  readonly earlier: EarlierMonths;
  /** Where the rows are to be written. */
  readonly rowBuffer: Uint8Array<ArrayBuffer>;
};

export type ChargedService = Pick<
  ServiceFacts,
  'houseServiceId' | 'code' | 'name' | 'unit' | 'kind' | 'everydayName'
>;

export type PayeeOfService = Pick<ServiceFacts, 'houseServiceId' | 'payeeId'>;

export type ChargedAccount = { readonly id: number; readonly accountNumber: string };

export type SkippedOfHouse = Omit<SkippedAccount, 'houseId'>;

export type ComputedHouse = {
  readonly houseId: number;
  /** The version of core's data. */
  readonly version: number;
  readonly services: readonly ChargedService[];
  /** The payee of each service's charges; null for the organization. */
  readonly payees: readonly PayeeOfService[];
  /** All accounts that were open in the month. */
  readonly accountIds: readonly number[];
  readonly chargedAccounts: readonly ChargedAccount[];
  readonly charges: number;
  readonly amountKopecks: bigint;
  /** Where the rows of its templates and charges are in the buffer. */
  readonly rows: { readonly templates: Rows; readonly charges: Rows };
  /** A hash of the rows of its charges. */
  readonly chargesHash: string;
  /** A hash of all these rows and the accounts' numbers: a stored month with the same hash need not be written again. */
  readonly contentHash: string;
  readonly skipped: readonly SkippedOfHouse[];
  /** The ids of idle services. */
  readonly idle: readonly number[];
  readonly commonNeeds: readonly CommonNeedsMonth[];
};

/** A house that could not be computed at all. */
export type HouseFault = Readonly<FaultyHouse> & {
  /** For the log, when the fault is unexpected. */
  readonly stack?: string | undefined;
};

export type HousesAnswer = {
  readonly houses: readonly ComputedHouse[];
  readonly faults: readonly HouseFault[];
  /** The rows of all houses in PostgreSQL's text format, in the given buffer or a larger one. */
  readonly rowBuffer: Uint8Array<ArrayBuffer>;
  /** Why the snapshot is incomplete or not what was requested: it has to be requested again. */
  readonly broken?: string;
};

/** What is kept of the services of a house. */
export function chargedServicesOf({ services }: HouseFacts): readonly ChargedService[] {
  return services.map(({ houseServiceId, code, name, unit, kind, everydayName }) => ({
    houseServiceId,
    code,
    name,
    unit,
    kind,
    everydayName,
  }));
}

export function computeHouses(question: HousesQuestion): HousesAnswer {
  const outcomes: (ComputedHouse | HouseFault)[] = [];
  const rowBuffer = { bytes: question.rowBuffer, used: 0 };
  const left = new Set(question.houseIds);
  try {
    const month = question.period.slice(0, 7);
    for (const found of readHouseFacts(
      snapshotLines(question.snapshot),
      question.houseIds,
      month,
      question.earlier,
    )) {
      left.delete(found.house.houseId);
      outcomes.push(computeHouse(question, found, rowBuffer));
    }
  } catch (error) {
    if (error instanceof BrokenSnapshotError)
      return { houses: [], faults: [], rowBuffer: rowBuffer.bytes, broken: error.message };
    throw error;
  }
  for (const houseId of left) outcomes.push({ houseId, reason: 'not-known' });
  return {
    houses: outcomes.filter((outcome) => 'rows' in outcome),
    faults: outcomes.filter((outcome) => 'reason' in outcome),
    rowBuffer: rowBuffer.bytes,
  };
}

function computeHouse(
  question: HousesQuestion,
  found: HouseWithAccounts,
  rowBuffer: RowBuffer,
): ComputedHouse | HouseFault {
  const { houseId, organizationId } = found.house;
  if (organizationId !== question.organizationId) return { houseId, reason: 'elsewhere' };
  try {
    return chargeHouse(question, found, rowBuffer);
  } catch (error) {
    const stack = error instanceof Error ? error.stack : String(error);
    return { houseId, reason: 'internal', stack };
  }
}

function chargeHouse(
  { period, organizationId }: HousesQuestion,
  { version, house, accounts }: HouseWithAccounts,
  rowBuffer: RowBuffer,
): ComputedHouse {
  const { houseId } = house;
  const { lines: computed, skipped, idle, commonNeeds } = calculateHouse(house, accounts);
  const lines = computed.toSorted(compareKeys);
  const rows = writeRows(rowBuffer, { houseId, period, organizationId }, lines);
  const chargedAccounts = accountsOf(lines);
  const chargesHash = hash(
    'sha256',
    rowBuffer.bytes.subarray(rows.charges.start, rows.charges.end),
  );
  return {
    houseId,
    version,
    services: chargedServicesOf(house),
    payees: house.services.map(({ houseServiceId, payeeId }) => ({ houseServiceId, payeeId })),
    accountIds: accounts.map(({ personalAccountId }) => personalAccountId),
    chargedAccounts,
    charges: lines.length,
    amountKopecks: sumBy(lines, ({ amountKopecks }) => amountKopecks),
    rows,
    chargesHash,
    contentHash: createHash('sha256')
      .update(rowBuffer.bytes.subarray(rows.templates.start, rows.templates.end))
      .update(chargesHash)
      .update(JSON.stringify(chargedAccounts.map(({ accountNumber }) => accountNumber)))
      .digest('hex'),
    skipped,
    idle,
    commonNeeds,
  };
}

/** By the key of their rows, the same order in which the rows are read back. */
function compareKeys(one: ChargeLine, other: ChargeLine): number {
  return (
    one.personalAccountId - other.personalAccountId ||
    one.houseServiceId - other.houseServiceId ||
    one.line - other.line
  );
}

/** Each account once, in the order of the lines. */
function accountsOf(lines: readonly ChargeLine[]): readonly ChargedAccount[] {
  const numbers = new Map<number, string>();
  for (const { personalAccountId, accountNumber } of lines)
    numbers.set(personalAccountId, accountNumber);
  return Array.from(numbers, ([id, accountNumber]) => ({ id, accountNumber }));
}
