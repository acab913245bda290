// The scenarios behind the examples of penalties, their rules and rates in the OpenAPI document.
import { after, before, test } from 'node:test';
import { BILLING } from '@kvartplata/contracts/billing/catalogue.ts';
import {
  importKeyRate,
  listKeyRateImports,
} from '@kvartplata/contracts/billing/key-rate-import.ts';
import {
  cancelInstalment,
  createInstalment,
  getInstalment,
  listInstalments,
} from '@kvartplata/contracts/billing/instalments.ts';
import { calculatePenalty } from '@kvartplata/contracts/billing/penalties.ts';
import {
  accruePenalties,
  getAccrualJob,
  getPenaltyAccrual,
  listAccrualJobs,
  listPenaltyAccruals,
} from '@kvartplata/contracts/billing/penalty-accruals.ts';
import {
  createPenaltyRate,
  deletePenaltyRate,
  getPenaltyRate,
  listPenaltyRates,
  measureRateImpact,
  replacePenaltyRate,
} from '@kvartplata/contracts/billing/penalty-rates.ts';
import {
  createPenaltyRule,
  deletePenaltyRule,
  getPenaltyRule,
  listPenaltyRules,
  replacePenaltyRule,
} from '@kvartplata/contracts/billing/penalty-rules.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { openExampleBook, operationsAbout } from '@kvartplata/platform/testing/example-book.ts';
import { makeAccruingHouse } from '../testing/accruing.ts';
import { startOwnStand, type BillingStand } from '../testing/billing-stand.ts';
import { openImportStand, type ImportStand } from '../testing/import-stand.ts';
import { inBilling } from '../testing/test-user.ts';

const EXAMPLES = new URL('../../../../contracts/billing/examples/', import.meta.url);
const OF_RATES = operationsAbout(BILLING, ['penalty-rates']).operations;

let stand: BillingStand;
let today = moscowDayOf(new Date());
let rates: ImportStand;
before(async () => {
  stand = await startOwnStand({ today: () => today });
  rates = await openImportStand('2026-09-21T09:00:00Z');
});
after(async () => {
  await stand.stop();
  await rates.close();
});

test('the service answers as the documented examples of penalties', async () => {
  const { operations } = operationsAbout(BILLING, [
    'penalties',
    'penalty-accruals',
    'penalty-rules',
    'instalments',
  ]);
  const book = openExampleBook(
    stand.app,
    { operations: [...operations, measureRateImpact] },
    new URL('penalties.json', EXAMPLES),
  );
  const house = await book.aside(async () => makeAccruingHouse(stand));
  const { account, houseId, organizationId } = house;
  // Which rules end soon, and what is overdue, depends on the day.
  today = Temporal.PlainDate.from('2026-06-15');
  await book.aside(async () => {
    await house.charge('2025-01', [[account, '39000.00']]);
    // At 9.5 % one day costs 12.35; a payment on this day is ten days late.
    await house.pay({ personalAccountId: account, amount: '39000.00', paidOn: '2025-03-22' });
  });
  const { call } = inBilling(stand.app, house.user);

  await call(calculatePenalty, {
    body: { debtAmount: '1000.00', dueDate: '2026-06-15', targetDate: '2026-09-15' },
  });
  await inBilling(stand.app, stand.admin).call(measureRateImpact, {
    query: { organizationId },
    body: {
      validFrom: '2025-03-13',
      validTo: '2025-03-22',
      baseCbrRate: '21',
      effectiveRate: '19',
    },
  });
  const { id: accrualJobId } = await call(accruePenalties, {
    body: { houseId, targetDate: '2025-05-14' },
    idempotencyKey: 'penalties-up-to-2025-05-14',
  });
  await book.aside(async () => house.untilEnded(accrualJobId));
  await call(getAccrualJob, { params: { accrualJobId } });
  await call(listAccrualJobs, { query: { organizationId } });
  const { items } = await call(listPenaltyAccruals, { query: { personalAccountId: account } });
  await call(getPenaltyAccrual, { params: { accrualId: items[0]?.id ?? 0 } });

  const basis = 'Протокол общего собрания № 3 от 2026-06-01';
  const { id: penaltyRuleId } = await call(createPenaltyRule, {
    body: { houseId, kind: 'rate-cap', value: '5', validFrom: '2026-07-01', basis },
  });
  await call(getPenaltyRule, { params: { penaltyRuleId } });
  await call(listPenaltyRules, { query: { houseId } });
  await call(replacePenaltyRule, {
    params: { penaltyRuleId },
    body: { value: '0', validFrom: '2026-07-01', validTo: '2026-09-30', basis },
    ifMatch: '"1"',
  });
  await call(deletePenaltyRule, { params: { penaltyRuleId }, ifMatch: '"2"' });

  const [, neighbour = 0] = house.accounts;
  await book.aside(async () => house.charge('2026-01', [[neighbour, '12000.00']]));
  const { id: instalmentId } = await call(createInstalment, {
    body: {
      personalAccountId: neighbour,
      months: 12,
      startsOn: '2026-06-01',
      annualInterest: '17',
      periods: ['2026-01'],
      basis: 'Соглашение о рассрочке № 4 от 01.06.2026',
    },
    idempotencyKey: 'plan-of-81-2026-06',
  });
  await call(getInstalment, { params: { instalmentId } });
  await call(listInstalments, { query: { organizationId, state: 'active' } });
  await call(cancelInstalment, {
    params: { instalmentId },
    body: { reason: 'По соглашению сторон' },
    idempotencyKey: 'plan-of-81-cancelled',
  });

  book.close();
});

test('the service answers as the documented examples of penalty rates', async () => {
  const book = openExampleBook(
    rates.billing.app,
    { operations: OF_RATES.filter(({ id }) => id !== measureRateImpact.id) },
    new URL('penalty-rates.json', EXAMPLES),
  );
  const admin = inBilling(rates.billing.app, {
    username: 'admin',
    authorization: await rates.billing.authorizationOf('admin'),
  });

  rates.bank.tell(['2026-09-21', '13.50'], ['2026-09-14', '13.50'], ['2026-09-11', '14.00']);
  await admin.call(importKeyRate);
  await admin.call(listKeyRateImports);
  await admin.call(listPenaltyRates);
  const body = { validFrom: '2026-11-01', baseCbrRate: '13.5', effectiveRate: '9.5' };
  const { id: penaltyRateId } = await admin.call(createPenaltyRate, {
    query: { closePrevious: true },
    body,
  });
  await admin.call(getPenaltyRate, { params: { penaltyRateId } });
  const description = 'Решение Совета директоров Банка России от 2026-10-23';
  await admin.call(replacePenaltyRate, {
    params: { penaltyRateId },
    body: { ...body, validTo: '2026-12-31', description },
    ifMatch: '"1"',
  });
  await admin.call(deletePenaltyRate, { params: { penaltyRateId }, ifMatch: '"2"' });

  book.close();
});
