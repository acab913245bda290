import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { ROOT, SERVICES } from './platform/service-environment.ts';

const TOOL = path.join(import.meta.dirname, 'lint-sql.ts');

let root: string;
let folder: string;
/** The number of billing's next migration. */
let next: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'lint-sql-'));
  for (const service of SERVICES) {
    const migrations = `services/${service}/migrations`;
    cpSync(path.join(ROOT, migrations), path.join(root, migrations), { recursive: true });
  }
  folder = path.join(root, 'services/billing/migrations');
  next = String(Number(lastOf(folder).slice(0, 4)) + 1).padStart(4, '0');
});
afterEach(() => rmSync(root, { recursive: true }));

function lastOf(directory: string): string {
  return readdirSync(directory).sort().at(-1) ?? '';
}

function lint(text?: string): { readonly code: number | null; readonly lines: readonly string[] } {
  if (text !== undefined) writeFileSync(path.join(folder, `${next}_change_charges.sql`), text);
  const { status, stdout, stderr } = spawnSync(process.execPath, [TOOL, root], {
    encoding: 'utf8',
  });
  return { code: status, lines: `${stdout}${stderr}`.trimEnd().split('\n') };
}

test('the project’s migrations do not block its users', () => {
  const { code, lines } = lint();
  assert.equal(code, 0, lines.join('\n'));
  assert.match(lines.at(-1) ?? '', /^\d+ migrations after the first schemas, 0 faults$/);
});

const REFUSED: readonly (readonly [text: string, rule: string])[] = [
  ['create index charges_by_note on charges (note);', 'require-concurrent-index-creation'],
  [
    'create index concurrently charges_by_note on charges (note); analyze charges;',
    'ban-concurrent-index-creation-in-transaction',
  ],
  ['alter table charges add column note text not null;', 'adding-required-field'],
  ['alter table charges alter column note set not null;', 'adding-not-nullable-field'],
  ['alter table charges add constraint c check (id > 0);', 'constraint-missing-not-valid'],
  [
    'alter table charges add constraint c foreign key (id) references b (id);',
    'adding-foreign-key-constraint',
  ],
  ['alter table charges add constraint c unique (id);', 'disallowed-unique-constraint'],
  ['alter table charges alter column note type bigint;', 'changing-column-type'],
  ['alter table charges rename column note to remark;', 'renaming-column'],
  ['alter table charges drop column note;', 'ban-drop-column'],
  ['drop table charges;', 'ban-drop-table'],
  ['create table (', 'syntax-error'],
  [
    'alter table payments add column note text; alter table charges add column note text;',
    'one-table-a-file',
  ],
  [
    'create trigger f before update on payments for each row execute function f(); drop policy p on charges;',
    'one-table-a-file',
  ],
];
for (const [statement, rule] of REFUSED)
  test(`a file after the first schema is refused: ${rule}, ${statement}`, () => {
    const { code, lines } = lint(`-- why\n${statement}\n`);
    assert.equal(code, 1, lines.join('\n'));
    const place = `services/billing/migrations/${next}_change_charges.sql:2 ${rule} `;
    assert.ok(
      lines.some((line) => line.startsWith(place)),
      lines.join('\n'),
    );
  });

test('statements that block nobody pass, and so do those with a stated reason', () => {
  const { code, lines } = lint(`-- why
-- compatible from 0001: nobody asks
alter table charges add column note text;
alter table charges add constraint charges_note_size check (char_length(note) <= 20) not valid;
create table notes (organization_id bigint not null, id bigint not null, primary key (organization_id, id));
alter table notes enable row level security;
create function app.f() returns int language sql begin atomic select 1; end;
create trigger f before update on charges for each row execute function app.f();
create policy f on charges using (app.may_see(organization_id));
grant select on notes to billing_app;
-- No code of the last two versions reads it.
-- squawk-ignore ban-drop-column
alter table charges drop column remark;
`);
  assert.deepEqual([code, lines.slice(0, -1)], [0, []]);
});

test('outside a transaction an index is built concurrently and a constraint validated', () => {
  const { code, lines } = lint(`-- outside a transaction: charges are written all the time
drop index concurrently if exists charges_by_note;
create index concurrently charges_by_note on charges (note);
alter table charges validate constraint charges_note_size;
`);
  assert.deepEqual([code, lines.slice(0, -1)], [0, []]);
});

test('a rewritten first schema is detected if it does not say where it ends', () => {
  for (const name of readdirSync(folder))
    renameSync(path.join(folder, name), path.join(folder, `9${name.slice(1)}`));
  const { code, lines } = lint();
  assert.equal(code, 1);
  assert.match(
    lines.join('\n'),
    /the first schema of billing is said to end with \d{4}, which is not there: see LAST_OF_FIRST/,
  );
});
