// `npm run backup -- <folder> [--metrics <file>]`: saves the three databases to a new folder, whether the platform is running or
// not. They are AUTH_DATABASE_URL, CORE_DATABASE_URL and BILLING_DATABASE_URL, by default the embedded ones.
import { explainStartFailure } from '@kvartplata/platform/lifecycle/run-service.ts';
import { openDatabases, requireAllNamed } from './backup/databases.ts';
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

The databases are AUTH_DATABASE_URL, CORE_DATABASE_URL and BILLING_DATABASE_URL; if none is set, the embedded ones of
\`npm start\`. With DATA_DIR each that is not set is the embedded one in that folder. --metrics needs them set.

Exit codes
  0   saved
  1   not saved, or with --metrics nobody could be told

docs/operating/backup.md says more.`;

try {
  if (isHelpTold(process.argv.slice(2), HELP)) process.exit(0);
  const { folder, metrics } = readRequest(process.argv.slice(2), ['metrics'], process.env);
  // Nobody would look again at what an alert takes for saved.
  if (metrics !== undefined) requireAllNamed(process.env);
  const { urlOf, placeOf, close } = await openDatabases(process.env, 'visit');
  try {
    const { databases, takenAt } = await saveDatabases(urlOf, folder);
    for (const service of SERVICES) {
      const { tables, jobs } = databases[service];
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      console.log(
        `${service}: ${tables.length} tables, ${rows} rows, ${jobs.length} jobs waiting, of ${placeOf(service)}`,
      );
    }
    console.log(
      `Saved in ${folder}. JWT_SECRET and CHECKPOINT_KEY are not in it: keep them apart.`,
    );
    if (metrics !== undefined) reportTaken(metrics, takenAt);
  } finally {
    await close();
  }
} catch (error) {
  console.error(`Not saved: ${explainStartFailure(error)}`);
  process.exitCode = 1;
}
