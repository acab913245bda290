// A request says once for whom it is. Of two Host headers Node takes the first and a proxy in front perhaps the last: they
// would answer for different places, and a cache could keep the one for the other.
import { Refusal } from './refusal.ts';
import type { HttpServer } from './server.ts';

export function refuseTwoHosts(app: HttpServer): void {
  app.addHook('onRequest', (request, _reply, done) => {
    let hosts = 0;
    const { rawHeaders } = request.raw;
    for (let at = 0; at < rawHeaders.length; at += 2)
      if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
    done(
      hosts > 1
        ? new Refusal('malformed-request', 'The request has more than one Host header')
        : undefined,
    );
  });
}
