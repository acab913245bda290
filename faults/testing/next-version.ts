// The next version of billing: its code as it is, with some more migrations that follow the rules of CONTRIBUTING.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type NextVersion = {
  readonly main: string;
  /** The folder of its migrations. */
  readonly folder: string;
  /** The names of the migrations that this version does not have. */
  readonly added: readonly string[];
  readonly remove: () => void;
};

const ROOT = path.resolve(import.meta.dirname, '../..');
const BILLING = 'services/billing';

/** One table per file: payments lock both, in an order of their own. */
function addRemark(table: string): string {
  return `alter table ${table} add column remark text;
alter table ${table}
  add constraint ${table}_remark_length check (char_length(remark) between 1 and 100) not valid;
`;
}

const OUTSIDE = `alter table payments validate constraint payments_remark_length;
alter table idempotency_keys validate constraint idempotency_keys_remark_length;
drop index concurrently if exists payments_by_remark;
create index concurrently payments_by_remark on payments (organization_id, remark);
drop index concurrently if exists idempotency_keys_by_answer;
create index concurrently idempotency_keys_by_answer on idempotency_keys (organization_id, md5(answer::text));
`;

export function makeNextVersion(): NextVersion {
  const root = mkdtempSync(path.join(tmpdir(), 'kvartplata-next-'));
  mkdirSync(path.join(root, 'services'));
  cpSync(path.join(ROOT, BILLING), path.join(root, BILLING), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'));
  const folder = path.join(root, BILLING, 'migrations');
  const last = Number((readdirSync(folder).sort().at(-1) ?? '').slice(0, 4));
  const numberOf = (nth: number): string => String(last + nth).padStart(4, '0');
  const mark = `-- compatible from ${numberOf(0)}: older code writes and reads nothing of it.`;
  const files = [
    ['add_remarks_to_payments', `-- Why.\n${mark}\n${addRemark('payments')}`],
    ['add_remarks_to_keys', `-- Why.\n${mark}\n${addRemark('idempotency_keys')}`],
    ['find_remarks', `-- outside a transaction: people pay.\n${mark}\n${OUTSIDE}`],
  ] as const;
  const added = files.map(([words, text], index) => {
    const name = `${numberOf(index + 1)}_${words}`;
    writeFileSync(path.join(folder, `${name}.sql`), text);
    return name;
  });
  return {
    main: path.join(root, BILLING, 'src/main.ts'),
    folder,
    added,
    remove: () => rmSync(root, { recursive: true }),
  };
}
