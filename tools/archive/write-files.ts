// Exports months: their charges, which are then removed from the database, and what proves them: templates, ledger entries and
// the links of the chains.
import { createHash } from 'node:crypto';
import { createWriteStream, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { finishFolder } from '../platform/finish-folder.ts';
import { makeFolder } from '../platform/make-folder.ts';
import { MANIFEST } from '../platform/read-manifest.ts';
import {
  FILES,
  type ArchivedFile,
  type ArchivedMonth,
  type FileName,
  type Head,
  type Manifest,
} from './manifest.ts';

const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 9 } };

/** The rows of a month in each file, always in the same order. */
const ROWS: Readonly<
  Record<FileName, { readonly columns: readonly string[]; readonly from: string }>
> = {
  charges: {
    columns: [
      'organization_id',
      'house_id',
      'personal_account_id',
      'house_service_id',
      'id',
      'period',
      'template',
      'line',
      'consumption',
      'amount',
      'own',
    ],
    from: `from charges where period = $month
      order by organization_id, house_id, personal_account_id, house_service_id, line`,
  },
  charge_templates: {
    columns: [
      'organization_id',
      'house_id',
      'period',
      'number',
      'corrected_line',
      'reading_missing',
      'corrected_period',
      'correction_id',
      'rate_type',
      'rule',
      'unit',
      'tariff',
      'basis',
    ],
    from: `from charge_templates where period = $month order by organization_id, house_id, number`,
  },
  ledger_entries: {
    columns: [
      'organization_id',
      'house_id',
      'personal_account_id',
      'id',
      'transaction_type',
      'debt_kind',
      'debit',
      'credit',
      'document_id',
      'effective_on',
    ],
    from: `from ledger_entries where period = $month order by organization_id, house_id, id`,
  },
  ledger_links: {
    columns: [
      'organization_id',
      'house_id',
      'number',
      'entry_ids',
      'booked_at',
      'digest',
      'documents',
      'hash',
      'hash_before',
    ],
    from: `from (
        select links.organization_id, links.house_id, links.number, array_to_string(links.entry_ids, ',') as entry_ids,
          (extract(epoch from links.created_at) * 1000000)::bigint as booked_at, encode(links.digest, 'hex') as digest, encode(links.documents, 'hex') as documents,
          encode(links.hash, 'hex') as hash, coalesce(encode(before.hash, 'hex'), '') as hash_before
        from ledger_links as links
        left join ledger_links as before on before.organization_id = links.organization_id
          and before.house_id = links.house_id and before.number = links.number - 1
        where links.period = $month
      ) as links order by organization_id, house_id, number`,
  },
};

/**
 * @param months `YYYY-MM`
 * @param folder is created when all of it is on disk; the remains of an earlier attempt are replaced
 */
export async function writeArchive(
  client: pg.ClientBase,
  months: readonly string[],
  folder: string,
): Promise<Manifest> {
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  makeFolder(unfinished, 0o700);
  const written: ArchivedMonth[] = [];
  for (const month of months) written.push(await writeMonth(client, month, unfinished));
  const manifest: Manifest = { format: 1, writtenAt: new Date().toISOString(), months: written };
  writeFileSync(path.join(unfinished, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: 0o600,
    flush: true,
  });
  finishFolder(unfinished, folder);
  return manifest;
}

async function writeMonth(
  client: pg.ClientBase,
  month: string,
  folder: string,
): Promise<ArchivedMonth> {
  mkdirSync(path.join(folder, month), { mode: 0o700 });
  const files: [FileName, ArchivedFile][] = [];
  for (const name of FILES) files.push([name, await writeFile(client, name, month, folder)]);
  return {
    month,
    files: Object.fromEntries(files) as ArchivedMonth['files'],
    heads: await listHeads(client, month),
  };
}

async function writeFile(
  client: pg.ClientBase,
  name: FileName,
  month: string,
  folder: string,
): Promise<ArchivedFile> {
  const file = `${month}/${name}.copy.zst`;
  const rows = client.query(copyTo(copyOf(name, month)));
  const [ofRows, ofFile] = [createHash('sha256'), createHash('sha256')];
  await pipeline(
    rows,
    async function* read(pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        ofRows.update(piece);
        yield piece;
      }
    },
    createZstdCompress(LEVEL),
    async function* write(pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        ofFile.update(piece);
        yield piece;
      }
    },
    createWriteStream(path.join(folder, file), { mode: 0o600, flush: true }),
  );
  return {
    file,
    columns: ROWS[name].columns,
    rows: rows.rowCount,
    sha256: ofFile.digest('hex'),
    sha256OfRows: ofRows.digest('hex'),
  };
}

/** The hash of a file's rows as they are in the database now. */
export async function hashRows(
  client: pg.ClientBase,
  name: FileName,
  month: string,
): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(
    client.query(copyTo(copyOf(name, month))),
    new Writable({
      write(piece: Buffer, _encoding, done) {
        hash.update(piece);
        done();
      },
    }),
  );
  return hash.digest('hex');
}

function copyOf(name: FileName, month: string): string {
  const { columns, from } = ROWS[name];
  return `copy (select ${columns.join(', ')} ${from.replace('$month', `date '${month}-01'`)}) to stdout`;
}

async function listHeads(client: pg.ClientBase, month: string): Promise<readonly Head[]> {
  const { rows } = await client.query<Head>(
    `select distinct on (organization_id, house_id) organization_id::text as "organizationId", house_id::text as "houseId",
       number::text, encode(hash, 'hex') as hash
     from ledger_links where period = $1
     order by organization_id, house_id, ledger_links.number desc`,
    [`${month}-01`],
  );
  return rows;
}
