// Starts the auth-service: the only file that reads the environment, listens and exits.
import { runService } from '@kvartplata/platform/lifecycle/run-service.ts';
import { serve } from '@kvartplata/platform/lifecycle/serve.ts';
import { readAuthConfig } from './config.ts';
import { openService, WANTED } from './service.ts';

await runService('auth', async (giveUp) => {
  const config = readAuthConfig(process.env);
  const open = async () => openService(config);
  return serve({ service: 'auth', config, wanted: WANTED, open, giveUp });
});
