// Computed charges, and the templates that they share, as rows of PostgreSQL's text format.
import type { ChargeLine } from '@kvartplata/domain/charging/charge-line.ts';
import { formatKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { formatScaled } from '@kvartplata/domain/money/scaled.ts';
import { narrowCharges, type ChargeTemplate, type WideCharge } from '../narrow-charges.ts';

/** Characters that are special in PostgreSQL's text format. */
const CONTROLS = /[\\\b\f\n\r\t\v]/;
const CONTROLS_ALL = new RegExp(CONTROLS, 'g');

/** The house and month that the charges belong to. */
export type ChargePlace = {
  readonly organizationId: number;
  readonly houseId: number;
  /** The first day of the month. */
  readonly period: string;
};

/** The columns of a row, in order. The database assigns the id. */
export const CHARGE_COLUMNS = [
  'organization_id',
  'house_id',
  'period',
  'personal_account_id',
  'house_service_id',
  'line',
  'template',
  'consumption',
  'amount',
  'own',
] as const;

export const TEMPLATE_COLUMNS = [
  'organization_id',
  'house_id',
  'period',
  'number',
  'rate_type',
  'rule',
  'unit',
  'tariff',
  'reading_missing',
  'basis',
] as const;

/** A reusable buffer for rows: the size they need is not known in advance. */
export type RowBuffer = {
  bytes: Uint8Array<ArrayBuffer>;
  used: number;
};

/** A range of the buffer. */
export type Rows = { readonly start: number; readonly end: number };

/** Encoding one long text is cheaper than many short ones, but a very long one stays in memory for long. */
const LONG_TEXT = 8_192;
/** The most UTF-8 bytes for one UTF-16 code unit. */
const MOST_BYTES_OF_UNIT = 3;
const encoder = new TextEncoder();

/** Appends the house's templates to the buffer, then one row per line in the order given. */
export function writeRows(
  rowBuffer: RowBuffer,
  place: ChargePlace,
  lines: readonly ChargeLine[],
): { readonly templates: Rows; readonly charges: Rows } {
  const charges = lines.map(wideOf);
  const { templates, rows } = narrowCharges(charges);
  const ofHouse = `${place.organizationId}\t${place.houseId}\t${place.period}\t`;
  return {
    templates: writeAll(
      rowBuffer,
      templates,
      (template, at) => `${ofHouse}${at + 1}\t${templateRow(template)}\n`,
    ),
    charges: writeAll(rowBuffer, lines, (line, at) => {
      const { consumption = '', amount = '' } = charges[at] ?? {};
      const { template = 0, own = '' } = rows[at] ?? {};
      const key = `${line.personalAccountId}\t${line.houseServiceId}\t${line.line}\t${template + 1}`;
      return `${ofHouse}${key}\t${consumption}\t${amount}\t${escaped(own)}\n`;
    }),
  };
}

function wideOf(line: ChargeLine): WideCharge {
  return {
    place: `${line.houseServiceId} ${line.line}`,
    rateType: line.rateType,
    consumption: formatScaled(line.consumptionE6, 6),
    tariff: formatScaled(line.tariffE4, 4),
    amount: formatKopecks(line.amountKopecks),
    basis: line.basis,
  };
}

function templateRow({ rateType, rule, unit, tariff, readingMissing, basis }: ChargeTemplate) {
  const words = [rateType, rule, unit].map((word) =>
    word === null ? String.raw`\N` : escaped(word),
  );
  // JSON has already escaped the control characters.
  const json = JSON.stringify(basis).replaceAll('\\', String.raw`\\`);
  return `${words.join('\t')}\t${tariff}\t${readingMissing}\t${json}`;
}

function writeAll<Row>(
  rowBuffer: RowBuffer,
  all: readonly Row[],
  rowOf: (row: Row, at: number) => string,
): Rows {
  const start = rowBuffer.used;
  let text = '';
  for (const [at, row] of all.entries()) {
    text += rowOf(row, at);
    if (text.length < LONG_TEXT) continue;
    write(rowBuffer, text);
    text = '';
  }
  write(rowBuffer, text);
  return { start, end: rowBuffer.used };
}

function write(rowBuffer: RowBuffer, text: string): void {
  const needed = rowBuffer.used + text.length * MOST_BYTES_OF_UNIT;
  if (needed > rowBuffer.bytes.length)
    rowBuffer.bytes = new Uint8Array(
      rowBuffer.bytes.buffer.transfer(rowBuffer.bytes.length + needed),
    );
  rowBuffer.used += encoder.encodeInto(text, rowBuffer.bytes.subarray(rowBuffer.used)).written;
}

function escaped(text: string): string {
  return CONTROLS.test(text) ? text.replaceAll(CONTROLS_ALL, inHex) : text;
}

function inHex(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
}
