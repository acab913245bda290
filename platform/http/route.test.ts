import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '@kvartplata/client/client.ts';
import { catalogueOf } from '@kvartplata/contracts/catalogue.ts';
import { endpoint, type Endpoint } from '@kvartplata/contracts/endpoint.ts';
import { Day, DayText } from '@kvartplata/contracts/scalars.ts';
import Type from 'typebox';
import { injectedInto } from '../testing/injected.ts';
import { createTestApp } from '../testing/test-app.ts';
import { Refusal } from './refusal.ts';
import { route } from './route.ts';
import type { HttpServer } from './server.ts';

const OF_DAYS = { service: 'core', tag: 'days', description: '', access: 'public' } as const;
const addDays = endpoint({
  ...OF_DAYS,
  id: 'addDays',
  method: 'POST',
  path: '/api/days/:count',
  summary: 'Add days',
  query: Type.Object({ twice: Type.Optional(Type.Literal('yes')) }),
  body: Type.Object({ to: Day }),
  answers: { 201: Type.Object({ day: DayText }) },
  refusals: ['month-closed'],
});
const forgetDays = endpoint({
  ...OF_DAYS,
  id: 'forgetDays',
  method: 'DELETE',
  path: '/api/days/:count',
  summary: 'Forget days',
  answers: { 204: null },
  refusals: [],
});

async function open(
  operations: Readonly<Record<string, Endpoint>>,
  routes: (app: HttpServer) => void,
) {
  const told = { description: 'Days', tags: { days: 'Days' }, examples: {} };
  const app = await createTestApp(routes, { catalogue: catalogueOf('core', told, [operations]) });
  const { callWhole } = createClient({
    urls: { core: 'http://core' },
    transport: injectedInto(app),
    bearer: 'x',
    patienceMs: 0,
  });
  return { app, callWhole };
}

function addDaysRoute(app: HttpServer): void {
  route(app, addDays, async ({ params: { count }, query: { twice }, body: { to } }) => {
    if (count > 1_000) throw new Refusal('month-closed');
    return { day: to.add({ days: twice === 'yes' ? count * 2 : count }).toString() };
  });
}

test('a handler gets decoded input, and its answer has the status of the contract', async () => {
  const { callWhole } = await open({ addDays }, addDaysRoute);
  const asked = {
    params: { count: 3 },
    query: { twice: 'yes' as const },
    body: { to: '2026-10-31' },
  };
  const { status, answer } = await callWhole(addDays, asked);
  assert.deepEqual([status, answer], [201, { day: '2026-11-06' }]);
});

test('an operation without an answer sends no body', async () => {
  const { callWhole } = await open({ forgetDays }, (app) =>
    route(app, forgetDays, async () => undefined),
  );
  const { status, answer } = await callWhole(forgetDays, { params: { count: 3 } });
  assert.deepEqual([status, answer], [204, undefined]);
});

test('a refusal has the status of its code, not that of the answer', async () => {
  const { callWhole } = await open({ addDays }, addDaysRoute);
  const asked = { params: { count: 2_000 }, body: { to: '2026-10-31' } };
  await assert.rejects(callWhole(addDays, asked), { status: 409, code: 'month-closed' });
});

test('a path parameter is an id, unless the contract says otherwise', async () => {
  const { app } = await open({ forgetDays }, (server) =>
    route(server, forgetDays, async () => undefined),
  );
  const answer = await app.inject({ method: 'DELETE', url: '/api/days/x' });
  assert.equal(answer.statusCode, 400);
  assert.deepEqual(answer.json<{ errors: unknown }>().errors, [
    { path: '/count', message: 'must match pattern "^[1-9][0-9]{0,14}$"', code: 'wrong-form' },
  ]);
});

test('a service does not start while an operation of its catalogue has no route', async () => {
  const { app } = await open({ addDays, forgetDays }, addDaysRoute);
  await assert.rejects(async () => app.ready(), /core does not answer forgetDays/);
});

test('a route needs an operation of the catalogue, and each operation has one route', async () => {
  await assert.rejects(open({}, addDaysRoute), /the catalogue of core has no addDays/);
  const twice = (app: HttpServer): void => {
    route(app, forgetDays, async () => undefined);
    route(app, { ...forgetDays, path: '/api/other/:count' }, async () => undefined);
  };
  await assert.rejects(open({ forgetDays }, twice), /or it has two routes/);
});
