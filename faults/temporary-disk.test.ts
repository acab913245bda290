// The disk for temporary files is full while reports are made and registries imported: users get an error and no incomplete file,
// and nothing is left on the disk; once there is space again everything works as before.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { listAccountBalances } from '@kvartplata/contracts/billing/account-balances.ts';
import { exportCharges } from '@kvartplata/contracts/billing/exports.ts';
import { importPayments } from '@kvartplata/contracts/billing/payment-imports.ts';
import { getTurnoverBalance } from '@kvartplata/contracts/billing/turnover.ts';
import type { Endpoint } from '@kvartplata/contracts/endpoint.ts';
import type { Answered, Sent } from '@kvartplata/platform/testing/answered.ts';
import { rowsOf } from '@kvartplata/platform/testing/table-files.ts';
import { signIn } from '@kvartplata/platform/testing/people.ts';
import { askOnce } from '../acceptance/testing/people.ts';
import { makeHouse, stepsOf, type House } from './testing/month.ts';
import { mountSmallDisk } from './testing/small-disk.ts';
import { startStand, type Stand } from './testing/stand.ts';

/** Smaller than any report. */
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
  house = await makeHouse(client, 'Дом без места');
  [period = ''] = house.months;
  const [calculate, apply] = stepsOf(client, [period]);
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

async function send<E extends Endpoint>(endpoint: E, sent: Sent): Promise<Answered<E>> {
  return askOnce(stand.platform, authorization, endpoint, sent);
}

/** A workbook, and a report as JSON and as a workbook. */
const workbook = async () =>
  send(exportCharges, { query: { houseId: house.houseId, period, format: 'xlsx' } });
const turnover = async (format?: 'xlsx') =>
  send(getTurnoverBalance, {
    query: { houseId: house.houseId, periodFrom: period, periodTo: period, format },
  });

async function sendRegistry(): Promise<Answered<typeof importPayments>> {
  const row = `LS01;1.00;${period}-15\n`;
  const form = new FormData();
  form.append('file', new Blob(['account;amount;date\n', row.repeat(1_000)]), 'registry.csv');
  const query = { profile: 'csv', dryRun: true, organizationId: house.organizationId };
  return send(importPayments, { query, body: form });
}

for (const leftBytes of [0, PAGE_BYTES])
  test(
    `with ${leftBytes} bytes left a file is refused with the reason, and is complete once there is room`,
    options,
    async () => {
      disk.fill(leftBytes);
      try {
        for (const answer of [await workbook(), await turnover(), await turnover('xlsx')]) {
          assert.equal(answer.status, 503, answer.text);
          assert.ok(answer.headers.has('retry-after'));
          assert.equal(answer.problem.detail, 'There is no room for the file now');
        }
        const registry = await sendRegistry();
        assert.equal(registry.status, 503, registry.text);
        assert.deepEqual(filesLeft(), []);
        // Requests that need no file still work.
        const balances = await send(listAccountBalances, { query: { houseId: house.houseId } });
        assert.equal(balances.status, 200, balances.text);
      } finally {
        disk.makeRoom();
      }
      assert.ok((await rowsOf((await workbook()).bytes)).length > 10);
      assert.ok((await turnover()).body.totals);
      assert.ok((await sendRegistry()).status < 300);
      assert.deepEqual(filesLeft(), []);
    },
  );
