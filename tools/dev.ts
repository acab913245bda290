// `npm run dev [-- --lang ru|en]`: the platform, and the page with hot reload while somebody works on it.
import { explainStartFailure } from '@kvartplata/platform/lifecycle/run-service.ts';
import { createServer, type ViteDevServer } from 'vite';
import { requireKnownArguments } from './platform/command-help.ts';
import { onStop } from './platform/on-stop.ts';
import { startPlatform, type Platform } from './platform/start-platform.ts';
import { say } from './speech/speech.ts';
import { withServices, type ServiceUrls } from './web/page-html.ts';
import { PAGE_SETTINGS } from './web/page-settings.ts';
import { pagePlace } from './web/start-page.ts';

const HELP = say(
  `Платформа и страница с горячей перезагрузкой, до Ctrl-C.

  npm run dev [-- --lang ru|en]

  --lang ru|en   язык; если не указан, язык машины
  --help         эта справка`,
  `The platform, and the page with hot reload, until Ctrl-C.

  npm run dev [-- --lang ru|en]

  --lang ru|en   the language; else that of the machine
  --help         this text`,
);

requireKnownArguments(HELP);

let page: ViteDevServer | undefined;
let isStopping = false;
const starting = startPlatform(process.env, console.log);
// Before anything is started, so that Ctrl-C or a closed terminal leaves no server running.
onStop(stopAll);
let platform: Platform | undefined;
try {
  platform = await starting;
  page = await watchPage(platform.urls);
  const address = `http://localhost:${page.config.server.port}`;
  console.log(
    say(
      `\nСтраница с горячей перезагрузкой: ${address}\n`,
      `\nThe page, with hot reload: ${address}\n`,
    ),
  );
} catch (error) {
  if (isStopping) await new Promise<never>(() => {});
  console.error(
    `${say('Платформа не запускается:', 'The platform cannot start:')} ${explainStartFailure(error)}`,
  );
  await platform?.stop();
  process.exit(1);
}

async function watchPage(services: ServiceUrls): Promise<ViteDevServer> {
  const server = await createServer({
    ...PAGE_SETTINGS,
    plugins: [
      PAGE_SETTINGS.plugins,
      { name: 'services', transformIndexHtml: (html: string) => withServices(html, services) },
    ],
    server: { ...pagePlace(process.env), strictPort: true },
  });
  return server.listen();
}

async function stopAll(): Promise<void> {
  isStopping = true;
  const started = await starting.catch(() => undefined);
  await page?.close();
  await started?.stop();
  process.exit(0);
}
