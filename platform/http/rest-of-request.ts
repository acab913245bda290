// A connection that closes while its sender still sends is reset, and takes the answer with it: a 413 arrives as a broken
// pipe. So an early answer leaves the connection open for the rest, which Node throws away. It may take as long as any
// request may take to arrive.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpServer } from './server.ts';

export function closeAfterRest(app: HttpServer): void {
  let isStopping = false;
  app.addHook('preClose', (done) => {
    isStopping = true;
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (!request.raw.complete) {
      // Fastify lets a connection close on which a body was refused.
      void reply.removeHeader('connection');
      if (isStopping || !reply.raw.shouldKeepAlive) closeAtItsEnd(request, reply);
    }
    done();
  });
}

function closeAtItsEnd({ raw: request }: FastifyRequest, { raw: answer }: FastifyReply): void {
  // Node would close at the end of the answer.
  answer.shouldKeepAlive = true;
  answer.removeHeader('connection');
  answer.once('finish', () => {
    if (request.complete) request.socket.destroySoon();
    else request.once('end', () => request.socket.destroySoon());
  });
}
