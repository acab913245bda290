// Serves the built page: files by name, and index.html for every path of the page's own.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { pagePolicy, withServices, type ServiceUrls } from './page-html.ts';

export type PageServer = { readonly url: string; readonly stop: () => Promise<void> };

type Content = {
  readonly type: string;
  readonly isKept: boolean;
  readonly bytesIn: Readonly<Record<'identity' | 'gzip' | 'br', () => Buffer>>;
};

/** Suffix of a compressed file beside the original. */
const COMPRESSED = '.br';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/**
 * @param folder with index.html
 * @param services the URLs for browsers
 * @throws when the port is in use
 */
export async function servePage(
  folder: string,
  services: ServiceUrls,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<PageServer> {
  const contents = readContents(folder, services);
  const policy = pagePolicy(services);
  const server = createServer((request, response) => answer(request, response, contents, policy));
  server.listen(port, host);
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await server[Symbol.asyncDispose]();
    },
  };
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  contents: ReadonlyMap<string, Content>,
  policy: string,
): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end();
    return;
  }
  const guards = {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  };
  const [address = '/'] = (request.url ?? '/').split('?', 1);
  const isFile = address.startsWith('/assets/') || path.extname(address) !== '';
  const content = contents.get(isFile ? address : '/index.html');
  if (content === undefined) {
    const type = { 'content-type': 'text/plain; charset=utf-8' };
    response.writeHead(404, { ...guards, ...type }).end('There is no such file.\n');
    return;
  }
  const encoding = encodingFor(request.headers['accept-encoding']);
  const bytes = content.bytesIn[encoding]();
  response.writeHead(200, {
    'content-type': content.type,
    'content-encoding': encoding,
    'content-length': bytes.length,
    vary: 'accept-encoding',
    'cache-control': content.isKept ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...guards,
  });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

function encodingFor(accepted: string | string[] | undefined): 'identity' | 'gzip' | 'br' {
  const names = String(accepted ?? '');
  if (/\bbr\b/.test(names)) return 'br';
  return /\bgzip\b/.test(names) ? 'gzip' : 'identity';
}

/** All files by path: the page is small. */
function readContents(folder: string, services: ServiceUrls): ReadonlyMap<string, Content> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.name.endsWith(COMPRESSED),
  );
  return new Map(
    files.map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      const address = `/${path.relative(folder, file).split(path.sep).join('/')}`;
      const type = TYPES[path.extname(file)] ?? 'application/octet-stream';
      const bytes = readFileSync(file);
      const identity =
        address === '/index.html' ? Buffer.from(withServices(bytes.toString(), services)) : bytes;
      const isKept = address.startsWith('/assets/');
      const compressed = file + COMPRESSED;
      // Compressed when the page was built, except for index.html with the services' URLs.
      const br = existsSync(compressed) ? readFileSync(compressed) : brotliCompressSync(identity);
      let gzip: Buffer | undefined;
      const bytesIn = {
        identity: () => identity,
        br: () => br,
        // For the few browsers without brotli.
        gzip: () => (gzip ??= gzipSync(identity)),
      };
      return [address, { type, isKept, bytesIn }];
    }),
  );
}
