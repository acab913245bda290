// One service of a started platform, as a process: it loads its code at once, while the database starts, and runs when it gets
// its environment.
import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { pathToFileURL } from 'node:url';

const [main = ''] = process.argv.slice(2);
const place = pathToFileURL(main);

// Only until the service runs and handles this itself: the parent is gone, and nobody needs this process.
const end = (): never => process.exit(0);
process.once('disconnect', end);
const [[environment]] = (await Promise.all([
  once(process, 'message'),
  import(new URL('service.ts', place).href),
  import('@kvartplata/platform/lifecycle/serve.ts'),
])) as [[Record<string, string>], unknown, unknown];
Object.assign(process.env, environment);
await import(place.href);
process.off('disconnect', end);
// Written now for the next start: otherwise it would be written at the end of the process, when somebody is waiting for that.
flushCompileCache();
