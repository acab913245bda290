// `npm run backup -- <folder> [--metrics <file>]`: saves the three databases to a new folder, whether the platform is running or
// not. They are AUTH_DATABASE_URL, CORE_DATABASE_URL and BILLING_DATABASE_URL, each by default the embedded one.
import { explainStartFailure } from '@kvartplata/platform/lifecycle/run-service.ts';
import { openDatabases } from './backup/databases.ts';
import { readRequest } from './backup/request.ts';
import { saveDatabases } from './backup/save.ts';
import { reportTaken } from './backup/report-taken.ts';
import { isHelpTold } from './platform/command-help.ts';
import { SERVICES } from './platform/service-environment.ts';

const HELP = `Saves the three databases into a new folder, whether the platform works or not.

  npm run backup -- <folder> [--metrics <file>]

  <folder>           is made; it must not be there yet
  --metrics <file>   tells Prometheus's node exporter there when the backup was taken
  --help             this text

The databases are AUTH_DATABASE_URL, CORE_DATABASE_URL and BILLING_DATABASE_URL, and for each that is not set the embedded
one of \`npm start\` (DATA_DIR).

Exit codes
  0   saved
  1   not saved, or with --metrics nobody could be told

docs/operating/backup.md says more.`;

try {
  if (isHelpTold(process.argv.slice(2), HELP)) process.exit(0);
  const { folder, metrics } = readRequest(process.argv.slice(2), ['metrics'], process.env);
  const { urlOf, close } = await openDatabases(process.env, 'visit');
  try {
    const { databases, takenAt } = await saveDatabases(urlOf, folder);
    for (const service of SERVICES) {
      const { tables, jobs } = databases[service];
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      console.log(`${service}: ${tables.length} tables, ${rows} rows, ${jobs.length} jobs waiting`);
    }
    console.log(`Saved in ${folder}. JWT_SECRET is not in it: keep it apart.`);
    if (metrics !== undefined) reportTaken(metrics, takenAt);
  } finally {
    await close();
  }
} catch (error) {
  console.error(`Not saved: ${explainStartFailure(error)}`);
  process.exitCode = 1;
}
