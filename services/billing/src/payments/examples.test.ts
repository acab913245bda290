// Produces the OpenAPI document's examples of payments and stornos.
import { after, before, test } from 'node:test';
import {
  confirmAdjustment,
  createAdjustment,
  getAdjustment,
  listAdjustments,
  rejectAdjustment,
  reverseAdjustment,
} from '@kvartplata/contracts/billing/adjustments.ts';
import { BILLING } from '@kvartplata/contracts/billing/catalogue.ts';
import {
  downloadRejectedRows,
  getPaymentImport,
  importPayments,
  listPaymentImports,
  reversePaymentImport,
} from '@kvartplata/contracts/billing/payment-imports.ts';
import {
  downloadOpeningTemplate,
  getOpeningImport,
  importOpeningBalances,
  listOpeningImports,
  listOpeningRows,
  readOpeningColumns,
  undoOpeningImport,
} from '@kvartplata/contracts/billing/opening-balances.ts';
import {
  createPayment,
  getPayment,
  listPayments,
  reversePayment,
} from '@kvartplata/contracts/billing/payments.ts';
import { replaceOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { reverseCharge } from '@kvartplata/contracts/billing/stornos.ts';
import {
  closeUnidentifiedPayment,
  getUnidentifiedPayment,
  listUnidentifiedPayments,
  resolveUnidentifiedPayment,
} from '@kvartplata/contracts/billing/unidentified-payments.ts';
import { openExampleBook, operationsAbout } from '@kvartplata/platform/testing/example-book.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { startOwnStand, type BillingStand } from '../testing/billing-stand.ts';
import { makePayingHouse, type PayingHouse } from '../testing/paying-house.ts';
import { endOf } from '../testing/registry-files.ts';
import { addMember, inBilling, inCore, type TestUser } from '../testing/test-user.ts';

const EXAMPLES = new URL('../../../../contracts/billing/examples/payments.json', import.meta.url);
const TAGS = [
  'payments',
  'payment-imports',
  'opening-balances',
  'unidentified-payments',
  'stornos',
  'adjustments',
];
const REGISTRY = `account;amount;date;operation;payer;purpose
LS02;356,63;05.03.2026;4410;Иванова А. А.;квартплата за февраль
LS77;150,50;05.03.2026;4411;Петров П. П.;за квартиру 7
;20,00;05.03.2026;4412;ООО «Ветер»;возврат
LS03;минус;05.03.2026;4413;Сидоров С. С.;
`;

const SHEET = `Лицевой счёт;Долг на конец;Пени;Аванс
LS04;1234,56;300;
LS05;;;50,50
Итого;1234,56;300;50,50
`;
const MAPPING = {
  accountColumn: 'Лицевой счёт',
  principalColumn: 'Долг на конец',
  penaltyColumn: 'Пени',
  advanceColumn: 'Аванс',
} as const;

let stand: BillingStand;
before(async () => {
  stand = await startOwnStand();
});
after(async () => {
  await stand.stop();
});

test('the service answers as the documented examples of payments', async () => {
  const book = openExampleBook(stand.app, operationsAbout(BILLING, TAGS), EXAMPLES);
  const house = await book.aside(async () => makePayingHouse(stand));
  const { app } = stand;
  const { user, organizationId } = house;
  const [first = 0, second = 0, third = 0] = house.accounts;
  const { chargeIds } = await book.aside(async () => {
    await house.charge('2026-01', [
      [first, '100.00'],
      [second, '356.63'],
    ]);
    return house.charge('2026-02', [[first, '200.00']]);
  });
  const { call, callFile } = inBilling(app, user);

  const { id: paymentId } = await call(createPayment, {
    body: {
      personalAccountId: first,
      amount: '250.00',
      paidOn: '2026-04-05',
      reference: 'ПП 17',
    },
    idempotencyKey: 'payment-order-17',
  });
  await call(listPayments, { query: { personalAccountId: first } });
  const [chargeId = 0] = chargeIds;
  await call(reverseCharge, { params: { chargeId }, body: { reason: 'Ошибка в показаниях' } });
  await call(getPayment, { params: { paymentId } });
  await call(reversePayment, { params: { paymentId }, body: { reason: 'Чужой платёж' } });

  const accountant = await book.aside(async () => makeSecondPerson(house));
  const line = { personalAccountId: second, basis: 'Акт № 3 от 02.04.2026' };
  const { id: adjustmentId } = await call(createAdjustment, {
    body: {
      ...line,
      kind: 'discount',
      amount: '-56.63',
      period: '2026-01',
      reason: 'Не было воды',
    },
    idempotencyKey: 'act-3-of-2026-04-02',
  });
  await call(getAdjustment, { params: { adjustmentId } });
  await call(reverseAdjustment, { params: { adjustmentId }, body: { reason: 'Акт отозван' } });
  const waiting = { ...line, kind: 'write-off', amount: '-200', reason: 'Решение суда' } as const;
  const ask = async () => book.aside(async () => call(createAdjustment, { body: waiting }));
  const [confirmed, rejected] = [await ask(), await ask()];
  const other = inBilling(app, accountant);
  await other.call(confirmAdjustment, { params: { adjustmentId: confirmed.id } });
  await other.call(rejectAdjustment, {
    params: { adjustmentId: rejected.id },
    body: { reason: 'Внесена дважды' },
  });
  await call(listAdjustments, { query: { personalAccountId: second } });

  // Sent again under its key, a registry is returned in its present state.
  const send = async () => {
    const body = new FormData();
    body.append('file', new File([REGISTRY], 'registry.csv'));
    const query = { profile: 'csv', organizationId, dryRun: false } as const;
    return call(importPayments, { query, body, idempotencyKey: 'registry-of-2026-03-05' });
  };
  await book.aside(async () => endOf(app, user, (await send()).id));
  const { id: paymentImportId } = await send();
  await call(listPaymentImports, { query: { organizationId, dryRun: false } });
  await call(getPaymentImport, { params: { paymentImportId } });
  await callFile(downloadRejectedRows, { params: { paymentImportId }, query: { format: 'csv' } });
  const { items } = await call(listUnidentifiedPayments, { query: { organizationId } });
  const [whose, nobodys] = items.map(({ id }) => ({ unidentifiedPaymentId: id }));
  if (whose === undefined || nobodys === undefined) throw new Error('two payments should wait');
  await call(getUnidentifiedPayment, { params: whose });
  await call(resolveUnidentifiedPayment, { params: whose, body: { personalAccountId: third } });
  await call(closeUnidentifiedPayment, {
    params: nobodys,
    body: { outcome: 'closed', reason: 'Возврат поставщика, не платёж жильца' },
  });
  await call(reversePaymentImport, {
    params: { paymentImportId },
    body: { reason: 'Реестр другого дома' },
  });

  await tellOpenings();
  book.close();

  async function tellOpenings(): Promise<void> {
    const form = (content: string): FormData => {
      const body = new FormData();
      body.append('file', new File([content], 'balances.csv'));
      return body;
    };
    await callFile(downloadOpeningTemplate, { query: { format: 'csv' } });
    await call(readOpeningColumns, { body: form(SHEET) });
    const query = { organizationId, asOf: '2026-01' };
    const wrong = `${SHEET.split('\n')[0]}\nLS99;5;;\n`;
    const { id: refused } = await book.aside(async () =>
      untilOpened(
        await call(importOpeningBalances, { query: { ...query, ...MAPPING }, body: form(wrong) }),
      ),
    );
    await call(listOpeningRows, {
      params: { openingImportId: refused },
      query: { reason: 'account-unknown' },
    });
    const sendSheet = async () =>
      call(importOpeningBalances, {
        query: { ...query, dryRun: false, ...MAPPING },
        body: form(SHEET),
        idempotencyKey: 'balances-of-2026-01',
      });
    await book.aside(async () => untilOpened(await sendSheet()));
    const { id: openingImportId } = await sendSheet();
    await call(listOpeningImports, { query: { organizationId, dryRun: false } });
    const params = { openingImportId };
    await book.aside(async () => {
      await call(undoOpeningImport, { params });
      await until('the opening is undone', async () => {
        const { undo } = await call(getOpeningImport, { params });
        return undo === 'UNDONE';
      });
    });
    await call(undoOpeningImport, { params });
    await call(getOpeningImport, { params });
  }

  async function untilOpened({ id }: { readonly id: number }): Promise<{ readonly id: number }> {
    await until('the opening import has ended', async () => {
      const { finishedAt } = await call(getOpeningImport, { params: { openingImportId: id } });
      return finishedAt !== null;
    });
    return { id };
  }
});

/** From now on adjustments above 100.00 wait, and an accountant may confirm them. */
async function makeSecondPerson(house: PayingHouse): Promise<TestUser> {
  const params = { organizationId: house.organizationId };
  const body = { name: 'ТСЖ «Садовая, 12»', confirmAbove: '100.00' };
  await inCore(stand, house.user).call(replaceOrganization, { params, body });
  const accountant = await stand.newUser();
  await addMember(stand.coreUrl, house, accountant, 'accountant');
  return accountant;
}
