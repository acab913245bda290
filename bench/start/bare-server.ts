// The smallest possible service: Fastify on a port, and a message to the parent process.
import Fastify from 'fastify';

const app = Fastify();
app.get('/health', async () => ({ status: 'ok' }));
await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.('ready');
