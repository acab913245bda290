// Verifies an archive without a database: its files are unchanged, and the ledger entries of each house and month match the
// hashes of its chain.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createZstdDecompress } from 'node:zlib';
import { lastDayOf, parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import {
  FILES,
  readManifest,
  readRows,
  type ArchivedFile,
  type ArchivedMonth,
} from './manifest.ts';

type Row = Readonly<Record<string, string>>;
type House = { readonly key: string; readonly rows: readonly Row[] };

/** The hashed columns of an entry, and of a charge whose other columns follow from these. */
const ENTRY = [
  'personal_account_id',
  'id',
  'transaction_type',
  'debt_kind',
  'debit',
  'credit',
  'document_id',
  'effective_on',
];
const PLAIN_CHARGE = ['personal_account_id', 'id', 'debit'];

/** @throws an Error that names the first file or house that has changed */
export async function verifyArchive(folder: string): Promise<readonly ArchivedMonth[]> {
  const { months } = readManifest(folder);
  for (const month of months) {
    for (const name of FILES) await verifyFile(folder, month.files[name]);
    await verifyChains(folder, month);
  }
  return months;
}

async function verifyFile(folder: string, { file, rows, ...sums }: ArchivedFile): Promise<void> {
  const [ofFile, ofRows] = [createHash('sha256'), createHash('sha256')];
  const input = createReadStream(path.join(folder, file));
  input.on('data', (piece) => ofFile.update(piece));
  let lines = 0;
  try {
    for await (const piece of input.pipe(createZstdDecompress()) as AsyncIterable<Buffer>) {
      ofRows.update(piece);
      for (const byte of piece) if (byte === 0x0a) lines += 1;
    }
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  if (
    ofFile.digest('hex') !== sums.sha256 ||
    ofRows.digest('hex') !== sums.sha256OfRows ||
    lines !== rows
  )
    throw new Error(`${file} is not what was written`);
}

async function verifyChains(folder: string, month: ArchivedMonth): Promise<void> {
  const { files, heads } = month;
  const entries = byHouse(readRows(folder, files.ledger_entries));
  const ends: string[] = [];
  for await (const { key, rows } of byHouse(readRows(folder, files.ledger_links))) {
    const booked = await entries.next();
    if (booked.done === true || booked.value.key !== key) throw broken(month, key);
    const last = verifyHouse(month.month, rows, booked.value.rows);
    if (last === undefined) throw broken(month, key);
    ends.push(`${key}|${last['number']}|${last['hash']}`);
  }
  const more = await entries.next();
  if (more.done !== true) throw broken(month, more.value.key);
  const told = heads.map((head) =>
    [head.organizationId, head.houseId, head.number, head.hash].join('|'),
  );
  const wrong =
    ends.find((end) => !told.includes(end)) ?? told.find((head) => !ends.includes(head));
  if (wrong !== undefined) throw broken(month, wrong);
}

/** @returns the last link; undefined when links and entries do not match */
function verifyHouse(
  month: string,
  links: readonly Row[],
  booked: readonly Row[],
): Row | undefined {
  const lastDay = formatDay(lastDayOf(parseBillingMonth(month)));
  const lines = new Map(booked.map((entry) => [entry['id'], lineOf(entry, lastDay)]));
  let left = booked.length;
  let before: Row | undefined;
  for (const link of links) {
    const ids = (link['entry_ids'] ?? '').split(',');
    left -= ids.length;
    const digest = sha256(ids.map((id) => lines.get(id) ?? '').join('\n'));
    const line = [
      link['organization_id'],
      link['house_id'],
      link['number'],
      month,
      link['booked_at'],
    ].join('|');
    const documents = Buffer.from(link['documents'] ?? '', 'hex');
    const hash = sha256(Buffer.from(link['hash_before'] ?? '', 'hex'), line, digest, documents);
    const follows =
      before === undefined ||
      Number(link['number']) !== Number(before['number']) + 1 ||
      link['hash_before'] === before['hash'];
    if (
      !follows ||
      digest.toString('hex') !== link['digest'] ||
      hash.toString('hex') !== link['hash']
    )
      return undefined;
    before = link;
  }
  return left === 0 ? before : undefined;
}

/** As the database hashes it (`app.ledger_line`). */
function lineOf(entry: Row, lastDay: string): string {
  const isPlainCharge =
    entry['transaction_type'] === 'CHARGE' &&
    entry['debt_kind'] === 'principal' &&
    Number(entry['credit']) === 0 &&
    entry['document_id'] === entry['id'] &&
    entry['effective_on'] === lastDay;
  const columns = isPlainCharge ? PLAIN_CHARGE : ENTRY;
  return columns.map((column) => entry[column]).join('|');
}

/** Rows are sorted by organization and house. */
async function* byHouse(rows: AsyncIterable<Row>): AsyncGenerator<House> {
  let house: { key: string; rows: Row[] } | undefined;
  for await (const row of rows) {
    const key = `${row['organization_id']}|${row['house_id']}`;
    if (house !== undefined && house.key !== key) {
      yield house;
      house = undefined;
    }
    house ??= { key, rows: [] };
    house.rows.push(row);
  }
  if (house !== undefined) yield house;
}

function sha256(...parts: readonly (string | Buffer)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function broken({ month }: ArchivedMonth, house: string): Error {
  const [organizationId, houseId] = house.split('|');
  return new Error(
    `${month}, organization ${organizationId}, house ${houseId}: the entries are not those that its chain stands for`,
  );
}
