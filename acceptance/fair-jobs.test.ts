// One company requests 400 calculations at once: the number of its waiting jobs is limited, and another company's job is the next
// to start.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createCalculationJob } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import { seedGoldenHouse } from '@kvartplata/contracts/core/golden-house.ts';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { askAgain } from '@kvartplata/platform/testing/ask-again.ts';
import { clientOf, type Person, signUp } from '@kvartplata/platform/testing/people.ts';
import type { Answered } from '@kvartplata/platform/testing/answered.ts';
import { computeMonth } from './testing/computed-month.ts';
import { askOnce } from './testing/people.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';

const HOUSES = 34;
const ASKED = 400;
const ASKERS = 8;
/** Batches that one process runs at once: so many may have been taken when the other company's request came. */
const AT_ONCE = 2;

type House = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly months: readonly string[];
};
type Wanted = { readonly houseId: number; readonly month: number; readonly year: number };
type Asked = Answered<typeof createCalculationJob>;

let services: ThreeServices;
let greedy: Person;
let modest: Person;

before(async () => {
  services = await startThreeServices();
  await signUp(services, 'admin');
  greedy = await signUp(services, 'greedy');
  modest = await signUp(services, 'modest');
});
after(async () => services.stop());

async function makeHouse(person: Person, name: string): Promise<House> {
  const { id } = await clientOf(services, person).call(createOrganization, { body: { name } });
  return clientOf(services, person).call(seedGoldenHouse, {
    body: { organizationId: id, houseId: 0 },
  });
}

function wantedOf(houseId: number, months: readonly string[]): readonly Wanted[] {
  return months.map((period) => {
    const [year = 0, month = 0] = period.split('-').map(Number);
    return { houseId, year, month };
  });
}

/** Retries refusals because of load, but not those because of waiting jobs. */
async function askForJob(body: Wanted): Promise<Asked> {
  const { authorization } = greedy;
  return askAgain(
    async () => askOnce(services, authorization, createCalculationJob, { body }),
    [503],
  );
}

/** Like an impatient program, several at a time. */
async function askAll(wanted: readonly Wanted[]): Promise<readonly Asked[]> {
  const answers: Asked[] = [];
  const left = wanted.values();
  const work = Array.from({ length: ASKERS }, async () => {
    for (const body of left) answers.push(await askForJob(body));
  });
  await Promise.all(work);
  return answers;
}

/** When jobs were requested and started, according to the database. */
async function listTimes(ids: readonly number[]) {
  const { rows } = await services.owners.billing.query<{
    id: number;
    created_at: Date;
    started_at: Date;
    finished_at: Date | null;
  }>(
    'select id::integer, created_at, started_at, finished_at from calculation_jobs where id = any($1)',
    [ids],
  );
  return rows;
}

test('400 calculations of one company do not keep another waiting', async (t) => {
  const large = await makeHouse(greedy, 'УК «Всё и сразу»');
  const small = await makeHouse(modest, 'ТСЖ «Скромное»');
  const wanted = [...wantedOf(large.houseId, large.months)];
  for (let nth = 1; nth < HOUSES; nth += 1) {
    const body = {
      organizationId: large.organizationId,
      address: `г. Тула, пр. Ленина, д. ${nth}`,
    };
    const { id } = await clientOf(services, greedy).call(createHouse, { body });
    wanted.push(...wantedOf(id, large.months));
  }
  const answers = await askAll(wanted.slice(0, ASKED));
  const [first = ''] = small.months;
  const askedAt = performance.now();
  const own = await computeMonth(clientOf(services, modest), { houseId: small.houseId }, first);
  t.diagnostic(`the other company waited ${Math.round(performance.now() - askedAt)} ms`);
  const refused = answers.filter(({ status }) => status !== 202);
  for (const { status, headers, problem } of refused) {
    assert.deepEqual([status, problem.code], [429, 'too-many-jobs']);
    assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  }
  t.diagnostic(`${refused.length} of ${ASKED} were asked to wait`);
  const taken = answers
    .filter(({ status }) => status === 202)
    .flatMap(({ body }) => ('id' in body ? [body.id] : []));
  const [mine] = await listTimes([own.id]);
  assert.ok(mine);
  const overtook = (await listTimes(taken)).filter(
    ({ started_at: startedAt }) => startedAt > mine.created_at && startedAt < mine.started_at,
  );
  assert.ok(overtook.length <= AT_ONCE, `${overtook.length} jobs went before the other company's`);
});
