// Computed charges as rows of PostgreSQL's text format, each with a hash of its content, so that a recalculation finds
// the charges that it leaves as they are.
import { hash } from 'node:crypto';
import type { ChargeLine } from '@kvartplata/domain/charging/charge-line.ts';
import { formatKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { formatScaled } from '@kvartplata/domain/money/scaled.ts';

/** What PostgreSQL's text format reads as something else. */
const CONTROLS = /[\\\b\f\n\r\t\v]/;
const CONTROLS_ALL = new RegExp(CONTROLS, 'g');

/** Where the charges of a house's month stand. */
export type ChargePlace = {
  readonly houseId: number;
  /** The first day of the month. */
  readonly period: string;
  readonly organizationId: number;
  readonly cycleId: number;
};

/** The columns of a row, in order. The database gives the id. */
export const CHARGE_COLUMNS = [
  'personal_account_id',
  'house_service_id',
  'line',
  'house_id',
  'period',
  'organization_id',
  'billing_cycle_id',
  'account_number',
  'rate_type',
  'consumption',
  'tariff',
  'amount',
  'basis',
  'content_hash',
] as const;

/** What has to change so that a house's month holds the computed charges. */
export type ChargeChanges = {
  /** Where on the desk the rows stand that are not stored yet. */
  readonly start: number;
  readonly end: number;
  /** Ids of stored charges that are no more, or no more what they were. */
  readonly gone: readonly number[];
};

/** Where rows are written: a piece of memory that is used again, since nobody knows beforehand how much they need. */
export type Desk = {
  bytes: Uint8Array<ArrayBuffer>;
  used: number;
};

/** UTF-8 has at most so many bytes for a unit of a text. */
const MOST_BYTES_OF_UNIT = 3;
/** Of a hash, and the end of the line. */
const MOST_BYTES_OF_HASH = 24;
const encoder = new TextEncoder();

/**
 * Writes the rows that are not stored yet behind what stands on the desk.
 * @param stored the charges of the house's month, a line each: id, account, service, line and hash with tabs between
 */
export function writeChanges(
  desk: Desk,
  place: ChargePlace,
  lines: readonly ChargeLine[],
  stored: string,
): ChargeChanges {
  const start = desk.used;
  const left = readStored(stored);
  for (const line of lines) {
    const row = rowOf(place, line);
    makeRoom(desk, row.length * MOST_BYTES_OF_UNIT + MOST_BYTES_OF_HASH);
    const end = desk.used + encoder.encodeInto(row, desk.bytes.subarray(desk.used)).written;
    const contentHash = hashOf(desk.bytes.subarray(desk.used, end));
    if (left.size > 0 && left.delete(`${keyOf(line)}\t${contentHash}`)) continue;
    desk.used = end + encoder.encodeInto(`${contentHash}\n`, desk.bytes.subarray(end)).written;
  }
  return { start, end: desk.used, gone: [...left.values()] };
}

function hashOf(row: Uint8Array): bigint {
  return hash('sha1', row, 'buffer').readBigInt64BE();
}

function keyOf({ personalAccountId, houseServiceId, line }: ChargeLine): string {
  return `${personalAccountId}\t${houseServiceId}\t${line}`;
}

/** The ids by what follows them. */
function readStored(stored: string): Map<string, number> {
  const lines = stored === '' ? [] : stored.split('\n');
  return new Map(
    lines.map((line) => {
      const tab = line.indexOf('\t');
      return [line.slice(tab + 1), Number(line.slice(0, tab))];
    }),
  );
}

function makeRoom(desk: Desk, needed: number): void {
  if (desk.used + needed <= desk.bytes.length) return;
  desk.bytes = new Uint8Array(desk.bytes.buffer.transfer(desk.bytes.length * 2 + needed));
}

/** All columns but the hash. */
function rowOf(place: ChargePlace, line: ChargeLine): string {
  // JSON has control characters escaped already.
  const basis = doubled(JSON.stringify(line.basis));
  const figures = `${formatScaled(line.consumptionE6, 6)}\t${formatScaled(line.tariffE4, 4)}\t${formatKopecks(line.amountKopecks)}`;
  const words = `${escaped(line.accountNumber)}\t${escaped(line.rateType)}`;
  return `${keyOf(line)}\t${place.houseId}\t${place.period}\t${place.organizationId}\t${place.cycleId}\t${words}\t${figures}\t${basis}\t`;
}

/** Backslashes are rare: most texts are passed on as they are. */
function doubled(text: string): string {
  return text.includes('\\') ? text.replaceAll('\\', '\\\\') : text;
}

function escaped(text: string): string {
  return CONTROLS.test(text) ? text.replaceAll(CONTROLS_ALL, inHex) : text;
}

function inHex(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
}
