// A request must have only one Host header. Of two, Node takes the first and a proxy perhaps the last: they would answer for
// different hosts, and a cache could store one's response for the other.
import { Refusal } from './refusal.ts';
import type { HttpServer } from './server.ts';

export function requireOneHost(app: HttpServer): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { rawHeaders, httpVersion } = request.raw;
    let hosts = 0;
    for (let at = 0; at < rawHeaders.length; at += 2)
      if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
    done(faultOf(hosts, httpVersion));
  });
}

function faultOf(hosts: number, httpVersion: string): Refusal | undefined {
  if (hosts > 1)
    return new Refusal('malformed-request', 'The request has more than one Host header');
  // HTTP/1.0 had no such header, and old probes of load balancers still speak it.
  if (hosts === 0 && httpVersion !== '1.0')
    return new Refusal('malformed-request', 'The request has no Host header');
  return undefined;
}
