// One service of a started platform, as a process: it loads its code at once, while the database starts, and runs when it
// is told its environment.
import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { pathToFileURL } from 'node:url';

const [main = ''] = process.argv.slice(2);
const place = pathToFileURL(main);

// Until the service runs, which then sees to it itself: whoever started this process is gone, and nobody needs it.
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
// For the next start. What was compiled now would else be written when this process ends, and somebody waits for that.
flushCompileCache();
