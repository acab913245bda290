// `npm run archive -- save <folder> <year>`: exports the charges of closed years, verifies the files and removes the charges from
// the database; after a crash, run it again to continue. `… restore <folder>` puts them back, `… verify <folder>` needs no
// database. The database is BILLING_DATABASE_URL, by default the embedded one.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { spansNodes } from '@kvartplata/platform/database/spanning.ts';
import { explainStartFailure } from '@kvartplata/platform/lifecycle/run-service.ts';
import pg from 'pg';
import { listMonthsToArchive } from './archive/closed-months.ts';
import { putBack, takeOut } from './archive/exchange.ts';
import { verifyArchive } from './archive/verify.ts';
import { writeArchive } from './archive/write-files.ts';
import { isHelpTold } from './platform/command-help.ts';
import { onBillingDatabase } from './platform/billing-database.ts';

const USAGE = 'name what to do: save <folder> <year>, verify <folder>, or restore <folder>';

const HELP = `Writes the charges of closed years into a folder and takes them out of the database, or puts them back.

  npm run archive -- save <folder> <year>    all months up to December of that year; again after a crash it goes on
  npm run archive -- verify <folder>         whether the folder is what was written; needs no database
  npm run archive -- restore <folder>        back into the database
  npm run archive -- --help                  this text

The database is BILLING_DATABASE_URL, else the embedded one of \`npm start\` (DATA_DIR).

Exit codes
  0   done
  1   not done

docs/operating/archive.md says more.`;

try {
  if (isHelpTold(process.argv.slice(2), HELP)) process.exit(0);
  const [command, named, year, ...others] = process.argv.slice(2);
  if (named === undefined || others.length > 0) throw new Error(USAGE);
  const folder = path.resolve(named);
  if (command === 'save' && /^2\d{3}$/.test(year ?? ''))
    await onDatabase(async (client) => save(client, folder, Number(year)));
  else if (command === 'verify' && year === undefined) await verify(folder);
  else if (command === 'restore' && year === undefined)
    await onDatabase(async (client) => restore(client, folder));
  else throw new Error(USAGE);
} catch (error) {
  console.error(`Not done: ${explainStartFailure(error)}`);
  process.exitCode = 1;
}

async function save(client: pg.Client, folder: string, year: number): Promise<void> {
  const months = await listMonthsToArchive(client, year, moscowDayOf(new Date()));
  if (!existsSync(folder)) {
    if (months.length === 0) throw new Error(`nothing up to ${year} is left to be archived`);
    await writeArchive(client, months, folder);
  }
  const written = await verifyArchive(folder);
  const elsewhere = months.filter((month) => !written.some((one) => one.month === month));
  if (elsewhere.length > 0)
    throw new Error(`${folder} is there already, without ${elsewhere[0]}: name another folder`);
  for (const month of written) {
    const kept = await takeOut(client, month);
    const { rows } = month.files.charges;
    console.log(
      kept === undefined
        ? `${month.month}: was taken out before`
        : `${month.month}: ${rows} charges taken out, of which ${kept} are also kept`,
    );
  }
  console.log(
    `Archived in ${folder}, and verified. Keep a second copy: the charges are nowhere else.`,
  );
}

async function verify(folder: string): Promise<void> {
  for (const { month, files, heads } of await verifyArchive(folder))
    console.log(
      `✓ ${month}: ${files.charges.rows} charges, ${files.ledger_entries.rows} entries in the chains of ${heads.length} houses`,
    );
}

async function restore(client: pg.Client, folder: string): Promise<void> {
  for (const month of await verifyArchive(folder)) {
    const isBack = await putBack(client, folder, month);
    console.log(
      `${month.month}: ${isBack ? `${month.files.charges.rows} charges put back` : 'is here'}`,
    );
  }
}

/** Connects as the owner of the tables. */
async function onDatabase(work: (client: pg.Client) => Promise<void>): Promise<void> {
  await onBillingDatabase(process.env, async (url) => {
    const client = new pg.Client({ connectionString: url, application_name: 'archive' });
    // Of a lost connection the next query reports as well; without a listener the process would end before it cleans up.
    client.on('error', () => undefined);
    await client.connect();
    try {
      if (await spansNodes(client))
        throw new Error('a database that spans nodes is not archived: its partitions are not here');
      await client.query(`set datestyle = 'ISO'; set timezone = 'UTC'; set row_security = off`);
      await work(client);
    } finally {
      await client.end();
    }
  });
}
