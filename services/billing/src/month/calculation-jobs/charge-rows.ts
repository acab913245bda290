// Computed charges as rows of PostgreSQL's text format.
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
] as const;

/** Where rows are written: a piece of memory that is used again, since nobody knows beforehand how much they need. */
export type RowBuffer = {
  bytes: Uint8Array<ArrayBuffer>;
  used: number;
};

/** Turning a long text into bytes costs less than turning many short ones, and a very long one lies about for long. */
const LONG_TEXT = 8_192;
/** UTF-8 has at most so many bytes for a unit of a text. */
const MOST_BYTES_OF_UNIT = 3;
const encoder = new TextEncoder();

/** Writes a row a line, in the order given, after what the buffer holds. */
export function writeRows(
  rowBuffer: RowBuffer,
  place: ChargePlace,
  lines: readonly ChargeLine[],
): void {
  const ofHouse = `\t${place.houseId}\t${place.period}\t${place.organizationId}\t${place.cycleId}\t`;
  let text = '';
  for (const line of lines) {
    text += rowOf(ofHouse, line);
    if (text.length < LONG_TEXT) continue;
    write(rowBuffer, text);
    text = '';
  }
  write(rowBuffer, text);
}

function write(rowBuffer: RowBuffer, text: string): void {
  const needed = rowBuffer.used + text.length * MOST_BYTES_OF_UNIT;
  if (needed > rowBuffer.bytes.length)
    rowBuffer.bytes = new Uint8Array(
      rowBuffer.bytes.buffer.transfer(rowBuffer.bytes.length + needed),
    );
  rowBuffer.used += encoder.encodeInto(text, rowBuffer.bytes.subarray(rowBuffer.used)).written;
}

function rowOf(ofHouse: string, line: ChargeLine): string {
  const key = `${line.personalAccountId}\t${line.houseServiceId}\t${line.line}`;
  const words = `${escaped(line.accountNumber)}\t${escaped(line.rateType)}`;
  const figures = `${formatScaled(line.consumptionE6, 6)}\t${formatScaled(line.tariffE4, 4)}\t${formatKopecks(line.amountKopecks)}`;
  // JSON has control characters escaped already.
  const basis = doubled(JSON.stringify(line.basis));
  return `${key}${ofHouse}${words}\t${figures}\t${basis}\n`;
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
