// One trace through the three services, as a collector receives it over a real socket.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import {
  createCalculationJob,
  listCalculationJobs,
} from '@kvartplata/contracts/billing/calculation-jobs.ts';
import { SERVICES } from '@kvartplata/contracts/endpoint.ts';
import { createTestDatabase } from '@kvartplata/platform/testing/test-database.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { signUp, type Person } from '@kvartplata/platform/testing/people.ts';
import {
  makeEnvironments,
  startService,
} from '@kvartplata/platform/testing/service-environments.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';

type Span = {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
};
type Sent = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { value: { stringValue: string } }[] };
    readonly scopeSpans: readonly { readonly spans: readonly Omit<Span, 'service'>[] }[];
  }[];
};

const SERVER = 2;
const CLIENT = 3;
const CALLER = '00f067aa0ba902b7';

let collector: Server;
const spans: Span[] = [];
let services: ThreeServices;
let person: Person;

async function collect(request: IncomingMessage, response: ServerResponse): Promise<void> {
  assert.equal(`${request.method} ${request.url}`, 'POST /v1/traces');
  for (const { resource, scopeSpans } of ((await json(request)) as Sent).resourceSpans)
    for (const span of scopeSpans.flatMap((scope) => scope.spans))
      spans.push({ ...span, service: resource.attributes[0]?.value.stringValue ?? '' });
  response.end('{}');
}

before(async () => {
  collector = createServer((request, response) => void collect(request, response)).listen(
    0,
    '127.0.0.1',
  );
  await once(collector, 'listening');
  const { port } = collector.address() as AddressInfo;
  services = await startThreeServices(
    {},
    { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` },
  );
  person = await signUp(services, 'traced');
});
after(async () => {
  collector.closeAllConnections();
  collector.close();
  await services.stop();
});

for (const {
  operation: { method, path },
  body,
  why,
} of [
  { operation: listCalculationJobs, body: undefined, why: 'without a body' },
  {
    operation: createCalculationJob,
    body: '{"houseId":1,"year":2026,"month":1}',
    why: 'with one, which is read in another name',
  },
])
  test(`a request to billing is one trace over core and auth, ${why}`, async () => {
    // A new trace: spans of the one before may still be on their way.
    const trace = randomBytes(16).toString('hex');
    // A new person each time: billing does not look up again what it has cached about a person.
    person = await signUp(services, `traced-${method.toLowerCase()}`);
    await fetch(services.urls.billing + path, {
      method,
      ...(body === undefined ? {} : { body }),
      headers: {
        authorization: person.authorization,
        traceparent: `00-${trace}-${CALLER}-01`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
    });
    const own = (): readonly Span[] => spans.filter((span) => span.traceId === trace);
    const servers = () => own().filter((span) => span.kind === SERVER);
    const parentOf = (child: Span) => own().find((span) => span.spanId === child.parentSpanId);
    // Each service sends its spans when it likes, so a child may arrive before its parent.
    await until(
      'all three have told, and every span has its parent',
      () =>
        ['auth', 'core', 'billing'].every((name) =>
          servers().some((span) => span.service === `${name}-service`),
        ) && own().every((span) => span.parentSpanId === CALLER || parentOf(span)),
    );
    const first = servers().find((span) => span.service === 'billing-service');
    assert.deepEqual([first?.name, first?.parentSpanId], [`${method} ${path}`, CALLER]);
    for (const span of own()) {
      assert.ok(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano));
      if (span === first) continue;
      if (span.kind === SERVER) assert.equal(parentOf(span)?.kind, CLIENT);
    }
  });

test('an invalid trace is not continued', async () => {
  spans.length = 0;
  await fetch(`${services.urls.core}/health`, {
    headers: { traceparent: `00-${'0'.repeat(32)}-1-01` },
  });
  await until('core has told', () => spans.some((span) => span.name === 'GET /health'));
  const span = spans.find((one) => one.name === 'GET /health');
  assert.match(span?.traceId ?? '', /^(?!0+$)[0-9a-f]{32}$/);
  assert.equal(span?.parentSpanId, undefined);
});

/** Reports every module of a folder that a process loads. */
const TELLING = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    load: (url, context, next) => {
      if (url.includes('/platform/tracing/')) console.log('loads ' + url.split('/').at(-1));
      return next(url, context);
    },
  });
`)}`;

for (const { endpoint, loaded, why } of [
  { endpoint: {}, loaded: [], why: 'nothing of traces is loaded where nobody collects them' },
  {
    endpoint: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' },
    loaded: ['loads span-exporter.ts', 'loads tracing.ts'],
    why: 'what traces need is loaded where somebody collects them',
  },
])
  test(why, async () => {
    for (const service of SERVICES) {
      const database = await createTestDatabase(service);
      const { environmentOf } = await makeEnvironments(() => database.url, {
        NODE_OPTIONS: `--import=${TELLING}`,
        ...endpoint,
      });
      const running = await startService(service, environmentOf(service));
      await fetch(`${running.url}/health`);
      await running.stop();
      await database.drop();
      const told = running.output().match(/^loads .*$/gm) ?? [];
      assert.deepEqual(told.toSorted(), loaded, service);
    }
  });
