// Starts the billing-service: the only place that reads its environment, listens and exits.
import { runService } from '@kvartplata/platform/lifecycle/run-service.ts';
import { serve } from '@kvartplata/platform/lifecycle/serve.ts';
import { readBillingConfig } from './config.ts';
import { openService, WANTED } from './service.ts';

await runService('billing', async (giveUp) => {
  const config = readBillingConfig(process.env);
  const open = async () => openService(config);
  return serve({ service: 'billing', config, wanted: WANTED, open, giveUp });
});
