// `npm run backup -- <folder> [--metrics <file>]`: saves the three databases into a new folder, whether the platform runs or
// not. They are AUTH_DATABASE_URL, CORE_DATABASE_URL and BILLING_DATABASE_URL; each that is not set is the embedded one.
import { explainStartFailure } from '@kvartplata/platform/lifecycle/run-service.ts';
import { openDatabases } from './backup/databases.ts';
import { readRequest } from './backup/request.ts';
import { saveDatabases } from './backup/save.ts';
import { tellTaken } from './backup/tell-taken.ts';
import { SERVICES } from './platform/service-environment.ts';

try {
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
    if (metrics !== undefined) tellTaken(metrics, takenAt);
  } finally {
    await close();
  }
} catch (error) {
  console.error(`Not saved: ${explainStartFailure(error)}`);
  process.exitCode = 1;
}
