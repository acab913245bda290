// Starts the core-service: the only file that reads the environment, listens and exits.
import { runService } from '@kvartplata/platform/lifecycle/run-service.ts';
import { serve } from '@kvartplata/platform/lifecycle/serve.ts';
import { readCoreConfig } from './config.ts';
import { openService, WANTED } from './service.ts';

await runService('core', async (giveUp) => {
  const config = readCoreConfig(process.env);
  const open = async () => openService(config);
  return serve({ service: 'core', config, wanted: WANTED, open, giveUp });
});
