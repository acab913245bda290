// The receipts of many houses as one file, over HTTP: its content, their order, and when it is refused.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { listBillingChanges } from '@kvartplata/contracts/billing/audit.ts';
import {
  cancelReceiptFile,
  createReceiptFile,
  fetchReceiptFile,
  getReceiptFile,
  listReceiptFiles,
  type ReceiptFile,
} from '@kvartplata/contracts/billing/receipt-files.ts';
import { listCharges } from '@kvartplata/contracts/billing/charges.ts';
import { getHouseReceipts, getReceipt } from '@kvartplata/contracts/billing/receipts.ts';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import type { Answered, Sent } from '@kvartplata/platform/testing/answered.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { filesOfZip } from '@kvartplata/platform/testing/zip-files.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { changeBankDetails, CONTRACTOR } from '../../testing/contractor.ts';
import { linkCodesOfPages, textOfPages } from '../../testing/pdf-pages.ts';
import { makeSmallHouse } from '../../testing/small-house.ts';
import {
  addMember,
  ask,
  calculate,
  inCore,
  readAll,
  seedHouse,
  type TestUser,
} from '../../testing/test-user.ts';
import { MOST_KEPT_BYTES, removeOld } from '../kept-files.service.ts';
import { RECEIPT_FILES } from './receipt-files.repository.ts';

const LINK = /\/r\/[0-9a-z]+\./;

let stand: BillingStand;
let user: TestUser;
let organizationId: number;
let period: string;
/** Created in another order than they are printed. */
let [tenth, second, golden, empty] = [0, 0, 0, 0];

before(async () => {
  stand = await startBillingStand();
  user = await stand.newUser();
  const house = await seedHouse(stand.coreUrl, user);
  ({ organizationId, houseId: golden } = house);
  period = house.months[1] ?? '';
  const small = async (address: string, prefix: string): Promise<number> =>
    makeSmallHouse(stand, user, { organizationId, address, prefix });
  tenth = await small('ул. Абрикосовая, д. 10/2', 'A10');
  second = await small('ул. Абрикосовая, д. 2', 'A2');
  const unpeopled = await inCore(stand, user).call(createHouse, {
    body: { organizationId, address: 'ул. Абрикосовая, д. 3' },
  });
  empty = unpeopled.id;
});
after(async () => stand.stop());

async function request(
  body: object,
  headers: Sent['headers'] = {},
): Promise<Answered<typeof createReceiptFile>> {
  return ask(stand.app, user, createReceiptFile, { body: { period, ...body }, headers });
}

async function refusalOf(body: object): Promise<string> {
  const { status, problem } = await request(body);
  return `${status} ${problem.code}`;
}

async function ended(id: number): Promise<ReceiptFile> {
  const params = { receiptFileId: id };
  let file: ReceiptFile | undefined;
  await until('the file is made', async () => {
    file = (await ask(stand.app, user, getReceiptFile, { params })).body;
    return file.finishedAt !== null;
  });
  assert.ok(file);
  return file;
}

async function made(body: object): Promise<ReceiptFile> {
  const { status, body: file, text } = await request(body);
  assert.equal(status, 202, text);
  return ended(file.id);
}

async function fetched({ id }: ReceiptFile, by = user): Promise<Answered<typeof fetchReceiptFile>> {
  return ask(stand.app, by, fetchReceiptFile, { params: { receiptFileId: id } });
}

/** The account of each page. */
function accountsOf(pdf: Buffer): readonly string[] {
  return textOfPages(pdf).map((page) => /(?:A10|A2|LS\d)[-\d]*/.exec(page)?.[0] ?? '');
}

test('it is refused before anything is charged, or while bank details are missing', async () => {
  assert.equal(await refusalOf({ organizationId, form: 'zip' }), '409 nothing-charged');
  const job = await calculate(stand.app, user, { organizationId }, period);
  assert.equal(job.status, 'COMPLETED');
  const { bankDetails, ...named } = CONTRACTOR;
  const { bic, ...others } = bankDetails;
  assert.ok(bic);
  await changeBankDetails(stand, { user, organizationId }, { ...named, bankDetails: others });
  const { status, problem } = await request({ organizationId, form: 'pdf' });
  assert.deepEqual(
    [status, problem.code, problem.errors?.map(({ path }) => path)],
    [409, 'bank-details-missing', ['/bankDetails/bic']],
  );
  await changeBankDetails(stand, { user, organizationId }, CONTRACTOR);
});

test('fields that contradict each other, strangers and early months are refused', async () => {
  assert.equal(await refusalOf({ form: 'pdf' }), '400 validation-failed');
  assert.equal(await refusalOf({ organizationId, form: 'docx' }), '400 validation-failed');
  assert.equal(
    await refusalOf({ organizationId, form: 'pdf', period: '2005-02' }),
    '400 validation-failed',
  );
  assert.equal(await refusalOf({ organizationId: 987_654, form: 'pdf' }), '404 not-found');
  assert.equal(await refusalOf({ houseIds: [987_654], form: 'pdf' }), '404 not-found');
  assert.equal(
    await refusalOf({ organizationId, houseIds: [second, 987_654], form: 'pdf' }),
    '404 not-found',
  );
  assert.equal(await refusalOf({ houseIds: [empty], form: 'pdf' }), '409 nothing-charged');
});

describe('a file', { skip: missing('pdftoppm') }, () => {
  test('of all houses has its pages by street, number and room, and lists houses without charges', async () => {
    const file = await made({ organizationId, form: 'pdf' });
    assert.deepEqual(
      [file.status, file.receipts, file.totalAccounts, file.processedAccounts, file.error],
      ['COMPLETED', 14, 14, 14, null],
    );
    assert.deepEqual(file.houseIds, [second, empty, tenth, golden]);
    assert.deepEqual(file.housesWithoutReceipts, [empty]);
    assert.equal(file.file?.name, `kvitancii-${period}.pdf`);
    const { status, headers, bytes } = await fetched(file);
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'application/pdf');
    assert.equal(headers.get('content-length'), String(file.file?.bytes));
    const [a, b, c, d, ...others] = accountsOf(bytes);
    assert.deepEqual([a, b, c, d], ['A2-2', 'A2-10', 'A10-2', 'A10-10']);
    assert.equal(others.length, 10);
    assert.ok(bytes.includes('/Outlines'), 'a list of contents');
  });

  test('as a zip has one document per house, named by its address and the same as the house’s own', async () => {
    const file = await made({ houseIds: [tenth, empty, second], form: 'zip' });
    assert.equal(file.file?.name, `kvitancii-${period}-3-dom.zip`);
    const { headers, bytes } = await fetched(file);
    assert.equal(headers.get('content-type'), 'application/zip');
    const files = await filesOfZip(bytes);
    assert.deepEqual(
      files.map(([name]) => name),
      ['ул. Абрикосовая, д. 2.pdf', 'ул. Абрикосовая, д. 10-2.pdf'],
    );
    for (const [nth, houseId] of [second, tenth].entries()) {
      const own = await ask(stand.app, user, getHouseReceipts, { query: { houseId, period } });
      const inZip = files[nth]?.[1] ?? Buffer.alloc(0);
      assert.deepEqual(textOfPages(inZip), textOfPages(own.bytes));
    }
  });
});

test(
  'receipts that a viewer prints have no link, in no form',
  { skip: missing('pdftoppm') },
  async () => {
    const viewer = await stand.newUser();
    await addMember(stand.coreUrl, { user, organizationId }, viewer, 'viewer');
    const query = { houseId: second, period };
    const linked = await ask(stand.app, user, getHouseReceipts, { query });
    assert.match(textOfPages(linked.bytes)[0] ?? '', LINK);
    assert.match(linkCodesOfPages(linked.bytes)[0] ?? '', LINK);
    assert.ok(linked.bytes.includes('/URI'));
    const house = await ask(stand.app, viewer, getHouseReceipts, { query });
    const [account] = await readAll(stand.app, viewer, listCharges, { query });
    const params = { personalAccountId: account?.personalAccountId ?? 0 };
    const one = await ask(stand.app, viewer, getReceipt, { params, query: { period } });
    for (const { status, bytes } of [house, one]) {
      assert.equal(status, 200);
      const texts = textOfPages(bytes);
      assert.match(texts[0] ?? '', /К оплате/i);
      for (const text of texts) assert.doesNotMatch(text, LINK);
      assert.deepEqual(
        linkCodesOfPages(bytes),
        Array.from({ length: texts.length }, () => undefined),
      );
      assert.ok(!bytes.includes('/URI'));
    }
  },
);

test('the same request under one key gives one file', async () => {
  const headers = { 'idempotency-key': 'one file' };
  const first = await request({ organizationId, form: 'zip' }, headers);
  await ended(first.body.id);
  const again = await request({ organizationId, form: 'zip' }, headers);
  assert.deepEqual([again.status, again.body.id], [202, first.body.id]);
  assert.equal(again.headers.get('idempotency-replayed'), 'true');
  const other = await request({ organizationId, form: 'pdf' }, headers);
  assert.equal(other.problem.code, 'idempotency-key-reused');
});

test('accountants fetch it, and the audit log records who did; a viewer only sees that it is there, others not even that', async () => {
  const file = await made({ houseIds: [second], form: 'pdf' });
  const [viewer, accountant] = [await stand.newUser(), await stand.newUser()];
  await addMember(stand.coreUrl, { user, organizationId }, viewer, 'viewer');
  await addMember(stand.coreUrl, { user, organizationId }, accountant, 'accountant');
  assert.equal((await fetched(file, accountant)).status, 200);
  assert.equal((await fetched(file, viewer)).problem.code, 'forbidden');
  const params = { receiptFileId: file.id };
  const stranger = await stand.newUser();
  for (const operation of [getReceiptFile, fetchReceiptFile, cancelReceiptFile])
    assert.equal((await ask(stand.app, stranger, operation, { params })).status, 404);
  const asked = await ask(stand.app, viewer, createReceiptFile, {
    body: { period, organizationId, form: 'pdf' },
  });
  assert.equal(asked.problem.code, 'forbidden');
  const own = await ask(stand.app, viewer, listReceiptFiles, { query: { organizationId } });
  assert.equal(own.body.items[0]?.id, file.id);
  const changes = await ask(stand.app, user, listBillingChanges, {
    query: { organizationId, object: `receipt-file:${file.id}` },
  });
  assert.deepEqual(changes.body.items.map(({ action }) => action).toSorted(), [
    'receipt-file.receipts-exported',
    'receipt-file.requested',
  ]);
});

test('files that are old, or exceed the limit, are deleted and reported as gone', async () => {
  const older = await made({ houseIds: [tenth], form: 'pdf' });
  const newer = await made({ houseIds: [second], form: 'pdf' });
  await removeOld(stand.db, RECEIPT_FILES, organizationId, new Date(), newer.file?.bytes ?? 0);
  const gone = await fetched(older);
  assert.deepEqual([gone.status, gone.problem.code], [409, 'file-not-there']);
  assert.equal((await fetched(newer)).status, 200);
  const inAWeek = new Date(Date.now() + 8 * 86_400_000);
  await removeOld(stand.db, RECEIPT_FILES, organizationId, inAWeek, MOST_KEPT_BYTES);
  assert.equal((await fetched(newer)).status, 409);
  const { body } = await ask(stand.app, user, getReceiptFile, {
    params: { receiptFileId: newer.id },
  });
  assert.deepEqual([body.status, body.file], ['COMPLETED', null]);
});
