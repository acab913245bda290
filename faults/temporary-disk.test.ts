// The disk for temporary files is full while reports are made and registries come: who asks is told so, gets no part of a
// file, and leaves nothing there; with room again all is as before.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Problem } from '@kvartplata/contracts/problem.ts';
import { rowsOf } from '@kvartplata/platform/testing/table-files.ts';
import { signIn } from '@kvartplata/platform/testing/people.ts';
import { askAtOnce } from '../acceptance/testing/people.ts';
import { makeHouse, stepsOf, type House } from './testing/month.ts';
import { mountSmallDisk } from './testing/small-disk.ts';
import { startStand, type Stand } from './testing/stand.ts';

/** Less than any report has. */
const PAGE_BYTES = 4_096;

const disk = mountSmallDisk('8m');
const options = { skip: disk.missing };
let stand: Stand;
let house: House;
let period: string;
let authorization: string;

before(async () => {
  if (disk.missing !== false) return;
  stand = await startStand({ variablesOf: () => ({ TMPDIR: disk.directory }) });
  const { client, platform } = stand;
  house = await makeHouse(client, platform, 'Дом без места');
  [period = ''] = house.months;
  const [calculate, apply] = stepsOf(client, platform, [period]);
  await calculate?.run(house);
  await apply?.run(house);
  authorization = await signIn(platform.urls.auth, 'payer');
});
after(async () => {
  if (disk.missing === false) await stand.stop();
  disk.unmount();
});

const filesLeft = (): readonly string[] =>
  readdirSync(disk.directory).filter((name) => name.startsWith('nameless-'));

const reportUrls = (): readonly string[] => {
  const base = `${stand.platform.urls.billing}/api/billing`;
  const of = `houseId=${house.houseId}`;
  return [
    `${base}/charges/export?${of}&period=${period}&format=xlsx`,
    `${base}/reports/turnover-balance?${of}&periodFrom=${period}&periodTo=${period}`,
    `${base}/reports/turnover-balance?${of}&periodFrom=${period}&periodTo=${period}&format=xlsx`,
  ];
};

async function fetchReport(url: string): Promise<Response> {
  return fetch(url, { headers: { authorization } });
}

async function sendRegistry(): Promise<{ status: number; body: unknown }> {
  const row = `LS01;1.00;${period}-15\n`;
  const form = new FormData();
  form.append('file', new Blob(['account;amount;date\n', row.repeat(1_000)]), 'registry.csv');
  const url = `${stand.platform.urls.billing}/api/billing/payments/import`;
  return askAtOnce(
    authorization,
    'POST',
    `${url}?profile=csv&dryRun=true&organizationId=${house.organizationId}`,
    form,
  );
}

for (const leftBytes of [0, PAGE_BYTES])
  test(
    `with ${leftBytes} bytes left a file is refused with its reason, and is whole with room again`,
    options,
    async () => {
      disk.fill(leftBytes);
      try {
        for (const url of reportUrls()) {
          const answer = await fetchReport(url);
          assert.deepEqual([url, answer.status], [url, 503]);
          assert.ok(answer.headers.has('retry-after'));
          const problem = (await answer.json()) as Problem;
          assert.equal(problem.detail, 'There is no room for the file now');
        }
        const registry = await sendRegistry();
        assert.equal(registry.status, 503, JSON.stringify(registry.body));
        assert.deepEqual(filesLeft(), []);
        // What needs no file goes on.
        const balances = `${stand.platform.urls.billing}/api/billing/account-balances?houseId=${house.houseId}`;
        assert.equal((await askAtOnce(authorization, 'GET', balances)).status, 200);
      } finally {
        disk.makeRoom();
      }
      const [workbook = '', turnover = ''] = reportUrls();
      const file = Buffer.from(await (await fetchReport(workbook)).arrayBuffer());
      assert.ok((await rowsOf(file)).length > 10);
      const { totals } = (await (await fetchReport(turnover)).json()) as { totals: unknown };
      assert.ok(totals);
      assert.ok((await sendRegistry()).status < 300);
      assert.deepEqual(filesLeft(), []);
    },
  );
