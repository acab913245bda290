// Starts the core-service: the only file that reads the environment, listens and exits.
import { listen } from '@kvartplata/platform/lifecycle/listen.ts';
import { runService } from '@kvartplata/platform/lifecycle/run-service.ts';
import { readCoreConfig } from './config.ts';
import { openService } from './service.ts';

await runService('core', async () => {
  const config = readCoreConfig(process.env);
  const { app, release } = await openService(config);
  return listen(app, {
    port: config.httpPort,
    host: config.httpHost,
    drainMs: config.drainSeconds * 1000,
    release,
  });
});
