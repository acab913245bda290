// Warns once that a proxy is not trusted: everyone behind it then counts as one client, and shares its limits.
import type { HttpServer } from './server.ts';

/** Logs the first request that was forwarded by a proxy that TRUSTED_PROXIES does not name. */
export function warnOfUntrustedProxy(app: HttpServer): void {
  let hasWarned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    const isForwarded = request.headers['x-forwarded-for'] !== undefined;
    if (isForwarded && !hasWarned && request.ip === request.socket.remoteAddress) {
      hasWarned = true;
      request.log.warn(
        { proxy: request.ip },
        'a proxy that TRUSTED_PROXIES does not name forwards requests: everyone behind it shares one address, and its limits',
      );
    }
    done();
  });
}
