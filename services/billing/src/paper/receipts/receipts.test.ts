// Receipts over HTTP, read back from the pages by independent programs, and compared with what is stored.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { listBillingChanges } from '@kvartplata/contracts/billing/audit.ts';
import { listCharges, type Charge } from '@kvartplata/contracts/billing/charges.ts';
import { getHouseReceipts, getReceipt } from '@kvartplata/contracts/billing/receipts.ts';
import { reverseCharge } from '@kvartplata/contracts/billing/stornos.ts';
import { getTurnoverBalance } from '@kvartplata/contracts/billing/turnover.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { applyMonth } from '../../testing/booked-month.ts';
import { changeBankDetails, CONTRACTOR } from '../../testing/contractor.ts';
import { bookPenalty, makePayingHouse, type PayingHouse } from '../../testing/paying-house.ts';
import { codesOfPages, textOfPages } from '../../testing/pdf-pages.ts';
import { ask, calculate, readAll, type TestUser } from '../../testing/test-user.ts';

let stand: BillingStand;
let house: PayingHouse;
/** `booked` is computed and applied; `drafted`, the month after it, is a draft. */
let [booked, drafted] = ['', ''];

before(async () => {
  stand = await startBillingStand();
  house = await makePayingHouse(stand);
  await changeBankDetails(stand, house, CONTRACTOR);
  const thisMonth = Temporal.Now.plainDateISO('Europe/Moscow').toPlainYearMonth();
  booked = thisMonth.subtract({ months: 3 }).toString();
  drafted = thisMonth.subtract({ months: 2 }).toString();
  const { billingCycleId } = await calculate(
    stand.app,
    house.user,
    { houseId: house.houseId },
    booked,
  );
  await applyMonth(stand, house.user, billingCycleId);
  await calculate(stand.app, house.user, { houseId: house.houseId }, drafted);
});
after(async () => stand.stop());

type Download = {
  readonly status: number;
  readonly pdf: Buffer;
  readonly type: unknown;
  /** The name of the file. */
  readonly name: unknown;
};

async function download(
  receipts: typeof getReceipt | typeof getHouseReceipts,
  sent: Sent,
  user: TestUser = house.user,
): Promise<Download> {
  const { status, bytes, headers } = await ask(stand.app, user, receipts, sent);
  const [, name] = /filename="(.*)"/.exec(headers.get('content-disposition') ?? '') ?? [];
  return { status, pdf: bytes, type: headers.get('content-type'), name };
}

async function receiptOf(
  personalAccountId: number,
  period: string,
  user = house.user,
): Promise<Download> {
  return download(getReceipt, { params: { personalAccountId }, query: { period } }, user);
}

async function receiptsOf({ houseId, user }: PayingHouse, period: string): Promise<Download> {
  return download(getHouseReceipts, { query: { houseId, period } }, user);
}

async function chargesOf(period: string, personalAccountId: number): Promise<readonly Charge[]> {
  return readAll(stand.app, house.user, listCharges, { query: { period, personalAccountId } });
}

function totalOf(charges: readonly Charge[]): bigint {
  return sumBy(charges, ({ amount }) => parseKopecks(amount));
}

/** The fields of a payment code, by name. */
function readCode(code: string | undefined): ReadonlyMap<string, string> {
  const [start, ...fields] = (code ?? '').split('|');
  assert.equal(start, 'ST00012');
  return new Map(
    fields.map((field): [string, string] => {
      const at = field.indexOf('=');
      return [field.slice(0, at), field.slice(at + 1)];
    }),
  );
}

/** A decimal without trailing zeros. */
function shown(decimal: string): string {
  return decimal.replace(/\.?0+$/, '').replace('.', ',');
}

function inRussian(kopecks: bigint): string {
  const [whole = '', places] = formatKopecks(kopecks).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ' ')},${places}`;
}

describe('receipts', { skip: missing('pdftoppm') }, () => {
  test('the code of an account pays the sum that it owes to the contractor', async () => {
    const [account = 0] = house.accounts;
    const charges = await chargesOf(booked, account);
    const { status, type, pdf, name } = await receiptOf(account, booked);
    assert.match(String(name), new RegExp(`^kvitanciya-${booked}-ls\\d+\\.pdf$`));
    assert.deepEqual([status, type], [200, 'application/pdf']);
    const [code, ...others] = codesOfPages(pdf);
    assert.deepEqual(others, []);
    const [year, month] = booked.split('-');
    assert.deepEqual(
      [...readCode(code)],
      [
        ['Name', CONTRACTOR.name],
        ['PersonalAcc', CONTRACTOR.bankDetails.settlementAccount],
        ['BankName', CONTRACTOR.bankDetails.bankName],
        ['BIC', CONTRACTOR.bankDetails.bic],
        ['CorrespAcc', CONTRACTOR.bankDetails.correspondentAccount],
        ['Sum', String(totalOf(charges))],
        ['PayeeINN', CONTRACTOR.inn],
        ['PersAcc', charges[0]?.accountNumber],
        ['PaymPeriod', `${month}${year}`],
        ['Purpose', `Оплата ЖКУ за ${month}.${year}, лицевой счёт ${charges[0]?.accountNumber}`],
        ['LastName', 'Соколова'],
        ['FirstName', 'Анна'],
        ['MiddleName', 'Викторовна'],
      ],
    );
  });

  test('the text of the page has the parties, every line and the sum', async () => {
    const [account = 0] = house.accounts;
    const charges = await chargesOf(booked, account);
    const { pdf } = await receiptOf(account, booked);
    const [text = '', ...others] = textOfPages(pdf);
    assert.deepEqual(others, []);
    for (const { amount } of charges)
      assert.ok(text.includes(inRussian(parseKopecks(amount))), text);
    for (const word of [
      'LS01',
      'Соколова Анна Викторовна',
      'г. Зареченск, ул. Садовая, д. 12, кв. 1',
      'Управляющая компания',
      CONTRACTOR.inn,
      CONTRACTOR.bankDetails.bic,
      CONTRACTOR.bankDetails.settlementAccount,
      'Водоотведение',
      'Пени, начисленные за месяц',
      `${inRussian(totalOf(charges))} ₽`,
    ])
      assert.ok(text.includes(word), `${word} is not in ${text}`);
    assert.ok(!text.includes('Предварительный'));
  });

  test('show what the whole house has used, by its meter, in its rooms and in common', async () => {
    const [account = 0] = house.accounts;
    const charges = await chargesOf(booked, account);
    const shared = charges.find(({ rateType }) => rateType === 'odn');
    const { house: whole, meters = [] } = shared?.explanation ?? {};
    const { pdf } = await receiptOf(account, booked);
    const [text = ''] = textOfPages(pdf);
    const table = text.slice(text.indexOf('ОБЪЁМЫ ВСЕГО ДОМА'));
    assert.ok(whole?.volume !== undefined && whole.individualVolumes !== undefined);
    const [meter] = meters;
    assert.ok(meter);
    for (const decimal of [whole.volume, whole.individualVolumes, whole.shared])
      assert.ok(table.includes(` ${shown(decimal)}`), `${decimal}: ${table}`);
    for (const decimal of [meter.previous, meter.current])
      assert.ok(table.replaceAll(' ', '').includes(decimal.replace('.', ',')), table);
    assert.equal(Number(whole.volume), Number(whole.individualVolumes) + Number(whole.shared));
  });

  test('the link at the foot of each page opens that account and month alone', async () => {
    const { pdf, name } = await receiptsOf(house, booked);
    assert.match(String(name), new RegExp(`^kvitancii-${booked}-[a-z0-9-]+\\.pdf$`));
    const links = textOfPages(pdf).map(
      (text) => /http:\/\/localhost:8003(\/r\/\S+)/.exec(text)?.[1],
    );
    assert.equal(new Set(links).size, 10);
    for (const [index, url = ''] of links.entries()) {
      const { statusCode, body } = await stand.app.inject({ method: 'GET', url });
      assert.equal(statusCode, 200, url);
      const accounts = new Set(body.match(/LS\d\d/g));
      assert.deepEqual([...accounts], [`LS${String(index + 1).padStart(2, '0')}`]);
    }
  });

  test('a house is one file, with a page per account, in the order of rooms', async () => {
    const { status, pdf } = await receiptsOf(house, booked);
    assert.equal(status, 200);
    const numbers = Array.from({ length: 10 }, (_, nth) => `LS${String(nth + 1).padStart(2, '0')}`);
    assert.deepEqual(
      textOfPages(pdf).map((text) => /LS\d\d/.exec(text)?.[0]),
      numbers,
    );
    const codes = codesOfPages(pdf).map(readCode);
    assert.deepEqual(
      codes.map((code) => code.get('PersAcc')),
      numbers,
    );
    const sums = await Promise.all(
      house.accounts.map(async (account) => String(totalOf(await chargesOf(booked, account)))),
    );
    assert.deepEqual(
      codes.map((code) => code.get('Sum')),
      sums,
    );
  });

  test('a month not yet in the ledger is marked so, and includes the earlier debt', async () => {
    const [account = 0] = house.accounts;
    const { pdf } = await receiptOf(account, drafted);
    const [text = ''] = textOfPages(pdf);
    assert.match(text, /Предварительный расчёт/);
    const earlier = totalOf(await chargesOf(booked, account));
    const now = totalOf(await chargesOf(drafted, account));
    assert.ok(text.includes(`${inRussian(earlier)} ₽`), text);
    const [code] = codesOfPages(pdf);
    assert.equal(readCode(code).get('Sum'), String(earlier + now));
  });
});

describe('the books on receipts', { skip: missing('pdftoppm') }, () => {
  let other: PayingHouse;
  const openMonth = Temporal.Now.plainDateISO('Europe/Moscow').toPlainYearMonth();
  const period = openMonth.toString();
  const today = Temporal.Now.plainDateISO('Europe/Moscow').toString();

  before(async () => {
    other = await makePayingHouse(stand);
    await changeBankDetails(stand, other, CONTRACTOR);
    const [debtor = 0, early = 0, nobody = 0, silent = 0, ahead = 0] = other.accounts;
    await other.charge(openMonth.subtract({ months: 2 }).toString(), [
      [debtor, '1000.00'],
      [early, '10.00'],
      [silent, '70.00'],
    ]);
    await bookPenalty(stand, other, debtor, { period, amount: '12.34' });
    await other.pay({ personalAccountId: debtor, amount: '300.00', paidOn: today });
    await other.pay({ personalAccountId: early, amount: '5000.00', paidOn: today });
    await other.pay({ personalAccountId: ahead, amount: '33.00', paidOn: today });
    const month = await other.draft(period, [
      [debtor, '200.00'],
      [debtor, '50.00'],
      [early, '200.00'],
    ]);
    await applyMonth(stand, other.user, month.cycleId);
    const { chargeIds } = month;
    const storno = { params: { chargeId: chargeIds[1] }, body: { reason: 'лишнее' } };
    assert.equal((await other.ask(reverseCharge, storno)).status, 200);
    assert.ok(nobody > 0);
  });

  async function pageOf(account: number): Promise<{ text: string; sum: string | undefined }> {
    const { pdf, status } = await receiptOf(account, period, other.user);
    assert.equal(status, 200, pdf.toString());
    const [text = ''] = textOfPages(pdf);
    return { text, sum: readCode(codesOfPages(pdf)[0]).get('Sum') };
  }

  test('the sum to pay is what the account owes at the end of the month', async () => {
    const [debtor = 0] = other.accounts;
    const { text, sum } = await pageOf(debtor);
    for (const row of [
      /Задолженность на начало месяца\s+1 000,00 ₽/,
      /Оплачено за месяц \(последняя оплата \d\d\.\d\d\.\d{4}\)\s+−300,00 ₽/,
      /Начислено за \S+ \d{4}\s+250,00 ₽/,
      /Отменено начислений и пеней\s+−50,00 ₽/,
      /Пени, начисленные за месяц\s+12,34 ₽/,
      /Итого к оплате[^]*912,34 ₽/,
    ])
      assert.match(text, row);
    const [principal, penalty] = await other.owed(debtor);
    assert.equal(sum, String(parseKopecks(principal) + parseKopecks(penalty)));
    assert.equal(sum, '91234');
  });

  test('the figures are those of the turnover-balance report', async () => {
    const [debtor = 0] = other.accounts;
    const query = { houseId: other.houseId, periodFrom: period, periodTo: period };
    const { body } = await other.ask(getTurnoverBalance, { query });
    const told = body.accounts.find(({ personalAccountId }) => personalAccountId === debtor);
    assert.ok(told);
    const { text, sum } = await pageOf(debtor);
    const owed = parseKopecks(told.closing.principal) + parseKopecks(told.closing.penalty);
    assert.equal(sum, String(owed));
    for (const [row, amount] of [
      ['Задолженность на начало месяца', parseKopecks(told.opening.principal)],
      ['Начислено за', parseKopecks(told.charged)],
      ['Перерасчёты', parseKopecks(told.recalculated)],
      ['Оплачено за месяц', -parseKopecks(told.paid)],
      ['Отменено начислений и пеней', -parseKopecks(told.storno)],
      ['Пени, начисленные за месяц', parseKopecks(told.penaltyAccrued)],
    ] as const) {
      const line = text.split('\n').find((one) => one.includes(row)) ?? '';
      assert.ok(
        line.endsWith(` ${inRussian(amount).replace('-', '−')} ₽`),
        `${row}: ${amount}, ${line}`,
      );
    }
  });

  test('an account with an advance is asked for nothing, and its code has no sum', async () => {
    const [, early = 0] = other.accounts;
    const { text, sum } = await pageOf(early);
    assert.match(text, /переплата 4 790,00 ₽ зачтётся/);
    assert.equal(sum, undefined);
  });

  test('an account without charges still shows its debt, or what is left of an advance', async () => {
    const [, , , silent = 0, ahead = 0] = other.accounts;
    const owing = await pageOf(silent);
    assert.match(owing.text, /За \S+ \d{4} ничего не начислено/);
    assert.match(owing.text, /Итого к оплате[^]*70,00 ₽/);
    assert.equal(owing.sum, '7000');
    assert.doesNotMatch(owing.text, /\/r\/|Ссылка/);
    assert.match(owing.text, /Документ составлен по п\. 69/);
    const { text, sum } = await pageOf(ahead);
    assert.match(text, /переплата 33,00 ₽ зачтётся/);
    assert.equal(sum, undefined);
  });

  test('an account without charges or debt has no receipt, and no page in the house', async () => {
    const [, , nobody = 0] = other.accounts;
    assert.equal((await receiptOf(nobody, period, other.user)).status, 409);
    const { pdf } = await receiptsOf(other, period);
    assert.deepEqual(
      textOfPages(pdf).map((text) => /LS\d\d/.exec(text)?.[0]),
      ['LS01', 'LS02', 'LS04', 'LS05'],
    );
  });
});

test('every issued receipt is in the audit log', async () => {
  const [, account = 0] = house.accounts;
  await receiptOf(account, booked);
  await receiptsOf(house, drafted);
  const { organizationId } = house;
  const [last, beforeLast] = await readAll(stand.app, house.user, listBillingChanges, {
    query: { organizationId },
  });
  assert.deepEqual(
    [last, beforeLast].map((entry) => [entry?.action, entry?.objectId, entry?.after]),
    [
      ['house.receipts-exported', String(house.houseId), { period: drafted }],
      ['personal-account.receipt-exported', String(account), { period: booked }],
    ],
  );
});

test('a month without charges, an invalid request, and a stranger are refused', async () => {
  const stranger = await stand.newUser();
  const [account = 0] = house.accounts;
  const { houseId } = house;
  const [params, period] = [{ personalAccountId: account }, booked];
  const refused: readonly (readonly [status: number, code: string, sent: Sent, by?: TestUser])[] = [
    [409, 'nothing-charged', { query: { houseId, period: '2020-01' } }],
    [409, 'nothing-charged', { params, query: { period: '2020-01' } }],
    [400, 'validation-failed', { query: { houseId } }],
    [400, 'validation-failed', { params, query: { period: '2026-13' } }],
    [400, 'validation-failed', { params, query: { period: '2005-02' } }],
    [400, 'validation-failed', { params }],
    [400, 'validation-failed', { params: { personalAccountId: '0x1' }, query: { period } }],
    [404, 'not-found', { params: { personalAccountId: 987_654 }, query: { period } }],
    [404, 'not-found', { params, query: { period } }, stranger],
    [404, 'not-found', { query: { houseId, period } }, stranger],
  ];
  for (const [status, code, sent, user = house.user] of refused) {
    const receipts = sent.params === undefined ? getHouseReceipts : getReceipt;
    const answer = await ask(stand.app, user, receipts, sent);
    assert.deepEqual([answer.status, answer.problem.code], [status, code], JSON.stringify(sent));
  }
});

test('an organization without bank details gets a list of what is missing', async () => {
  const { bankDetails } = CONTRACTOR;
  await changeBankDetails(stand, house, {
    ...CONTRACTOR,
    bankDetails: { bankName: bankDetails.bankName },
  });
  try {
    const query = { houseId: house.houseId, period: booked };
    const { status, problem } = await house.ask(getHouseReceipts, { query });
    assert.deepEqual([status, problem.code], [409, 'bank-details-missing']);
    assert.deepEqual(
      problem.errors?.map((error) => error.path),
      ['/bankDetails/bic', '/bankDetails/settlementAccount', '/bankDetails/correspondentAccount'],
    );
  } finally {
    await changeBankDetails(stand, house, CONTRACTOR);
  }
});
