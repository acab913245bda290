// One company asks for 400 calculations at once: its waiting ones are bounded, and another company's is the next to start.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CalculationJob } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import { askAgain } from '@kvartplata/platform/testing/ask-again.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { signUp, type Person } from '@kvartplata/platform/testing/people.ts';
import { askOnce, get, type Answer } from './testing/people.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';

const HOUSES = 34;
const ASKED = 400;
const ASKERS = 8;
/** Batches that one process works at once: so many may have been taken while the other company asked. */
const AT_ONCE = 2;

type House = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly months: string[];
};
type Wanted = { readonly houseId: number; readonly month: number; readonly year: number };

let services: ThreeServices;
let jobs: string;
let greedy: Person;
let modest: Person;

before(async () => {
  services = await startThreeServices();
  jobs = `${services.urls.billing}/api/billing/calculation-jobs`;
  await signUp(services, 'admin');
  greedy = await signUp(services, 'greedy');
  modest = await signUp(services, 'modest');
});
after(async () => services.stop());

async function makeHouse(person: Person, name: string): Promise<House> {
  const { core } = services.urls;
  const organizations = `${core}/api/organizations`;
  const { id } = await get<{ id: number }>(person, 'POST', organizations, { name });
  const seed = `${core}/api/test-data/seed-golden`;
  return get<House>(person, 'POST', seed, { organizationId: id, houseId: 0 });
}

function wantedOf(houseId: number, months: readonly string[]): readonly Wanted[] {
  return months.map((period) => {
    const [year = 0, month = 0] = period.split('-').map(Number);
    return { houseId, year, month };
  });
}

/** What is refused for load is asked again, what is refused for the jobs that wait is not. */
async function askForJob(wanted: Wanted): Promise<Answer> {
  return askAgain(async () => askOnce(greedy.authorization, 'POST', jobs, wanted), [503]);
}

/** As a program asks that is in a hurry, several at a time. */
async function askAll(wanted: readonly Wanted[]): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const left = wanted.values();
  const work = Array.from({ length: ASKERS }, async () => {
    for (const body of left) answers.push(await askForJob(body));
  });
  await Promise.all(work);
  return answers;
}

/** When jobs were asked for and started, as the database says. */
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
    const { id } = await get<{ id: number }>(
      greedy,
      'POST',
      `${services.urls.core}/api/houses`,
      body,
    );
    wanted.push(...wantedOf(id, large.months));
  }
  const answers = await askAll(wanted.slice(0, ASKED));
  const [asked] = wantedOf(small.houseId, small.months);
  const askedAt = performance.now();
  const own = await get<CalculationJob>(modest, 'POST', jobs, asked);
  await until('the other company has its month', async () => {
    const { status } = await get<CalculationJob>(modest, 'GET', `${jobs}/${own.id}`);
    return status === 'COMPLETED';
  });
  t.diagnostic(`the other company waited ${Math.round(performance.now() - askedAt)} ms`);
  const refused = answers.filter(({ status }) => status !== 202);
  for (const { status, headers, body } of refused) {
    assert.deepEqual([status, (body as { code: string }).code], [429, 'too-many-jobs']);
    assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  }
  t.diagnostic(`${refused.length} of ${ASKED} were asked to wait`);
  const taken = answers.flatMap(({ status, body }) =>
    status === 202 ? [(body as CalculationJob).id] : [],
  );
  const [mine] = await listTimes([own.id]);
  assert.ok(mine);
  const overtook = (await listTimes(taken)).filter(
    ({ started_at: startedAt }) => startedAt > mine.created_at && startedAt < mine.started_at,
  );
  assert.ok(overtook.length <= AT_ONCE, `${overtook.length} jobs went before the other company's`);
});
