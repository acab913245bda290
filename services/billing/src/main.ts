// Starts the billing-service: the only place that reads its environment, listens and exits.
import { listen } from '@kvartplata/platform/lifecycle/listen.ts';
import { runService } from '@kvartplata/platform/lifecycle/run-service.ts';
import { readBillingConfig } from './config.ts';
import { openService } from './service.ts';

await runService('billing', async () => {
  const config = readBillingConfig(process.env);
  const { app, release } = await openService(config);
  return listen(app, {
    port: config.httpPort,
    host: config.httpHost,
    drainMs: config.drainSeconds * 1000,
    release,
  });
});
