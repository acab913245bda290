// The least that a service can be: Fastify on a port, and a word to whoever started it.
import Fastify from 'fastify';

const app = Fastify();
app.get('/health', async () => ({ status: 'ok' }));
await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.('ready');
