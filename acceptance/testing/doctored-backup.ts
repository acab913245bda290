// A backup from which somebody has removed something, with its checksums updated.
import { createHash } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** For tables of billing: whether a row stays, given its fields; `gone` removes the whole table. */
export type Doctored = Readonly<Record<string, 'gone' | ((fields: readonly string[]) => boolean)>>;

type Table = { table: string; file: string; rows: number; sha256: string };

/** @param to a folder that is created */
export function doctorBackup(from: string, to: string, changes: Doctored): void {
  cpSync(from, to, { recursive: true });
  const place = path.join(to, 'manifest.json');
  const manifest = JSON.parse(readFileSync(place, 'utf8')) as {
    readonly databases: { readonly billing: { tables: Table[] } };
  };
  const { billing } = manifest.databases;
  for (const [name, stays] of Object.entries(changes)) {
    const table = billing.tables.find((one) => one.table === name);
    if (table === undefined) throw new Error(`the backup has no table ${name}`);
    if (stays === 'gone') billing.tables = billing.tables.filter((one) => one !== table);
    else thinOut(table, path.join(to, table.file), stays);
  }
  writeFileSync(place, JSON.stringify(manifest));
}

function thinOut(table: Table, file: string, stays: (fields: readonly string[]) => boolean): void {
  const rows = zstdDecompressSync(readFileSync(file))
    .toString()
    .split('\n')
    .slice(0, -1)
    .filter((row) => stays(row.split('\t')));
  if (rows.length === table.rows) throw new Error(`nothing was taken from ${table.table}`);
  const bytes = zstdCompressSync(rows.map((row) => `${row}\n`).join(''));
  writeFileSync(file, bytes);
  table.rows = rows.length;
  table.sha256 = createHash('sha256').update(bytes).digest('hex');
}
