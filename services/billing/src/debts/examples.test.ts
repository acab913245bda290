// The story of which the examples of the work with debts in the OpenAPI document are told.
import { after, before, test } from 'node:test';
import { BILLING } from '@kvartplata/contracts/billing/catalogue.ts';
import {
  addCourtCaseStep,
  createCourtCase,
  getCourtCase,
  getCourtCaseDocuments,
  listCourtCases,
} from '@kvartplata/contracts/billing/court-cases.ts';
import { getDebtWorkDue } from '@kvartplata/contracts/billing/debt-work.ts';
import {
  addRestrictionNoticeStep,
  createRestrictionNotice,
  getRestrictionLetter,
  getRestrictionNotice,
  listRestrictableServices,
  listRestrictionNotices,
} from '@kvartplata/contracts/billing/restriction-notices.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { openExampleBook, operationsAbout } from '@kvartplata/platform/testing/example-book.ts';
import pg from 'pg';
import { makeAccruingHouse } from '../testing/accruing.ts';
import { changeBankDetails, CONTRACTOR } from '../testing/contractor.ts';
import { makeOwingServices, type OwingServices } from '../testing/owing-services.ts';
import { startOwnStand, type BillingStand } from '../testing/billing-stand.ts';
import { inBilling } from '../testing/test-user.ts';

const EXAMPLES = new URL('../../../../contracts/billing/examples/debts.json', import.meta.url);

let stand: BillingStand;
let today = moscowDayOf(new Date());
let owner: pg.Pool;
before(async () => {
  stand = await startOwnStand({ today: () => today });
  owner = new pg.Pool({ connectionString: stand.databaseUrl, max: 2 });
});
after(async () => {
  await owner.end();
  await stand.stop();
});

test('what the document shows of the work with debts is what the service answers', async () => {
  const book = openExampleBook(
    stand.app,
    operationsAbout(BILLING, ['court-cases', 'restriction-notices', 'debt-work']),
    EXAMPLES,
  );
  const house = await book.aside(async () => makeAccruingHouse(stand, owner));
  const { account, organizationId } = house;
  await book.aside(async () => {
    await changeBankDetails(stand, house, CONTRACTOR);
    await house.charge('2026-02', [[account, '62000.00']]);
    await house.pay({ personalAccountId: account, amount: '1000.00', paidOn: '2026-04-02' });
    await house.accrue('2026-05-31');
  });
  today = Temporal.PlainDate.from('2026-06-15');
  const { call, callFile } = inBilling(stand.app, house.user);
  const { id: courtCaseId } = await call(createCourtCase, {
    body: {
      personalAccountId: account,
      court: 'Мировому судье судебного участка № 3 Заволжского района г. Твери',
      debtorFacts: '04.05.1975 г. р., г. Тверь, СНИЛС 112-233-445 95',
    },
    idempotencyKey: 'case-of-ls01-2026-06',
  });
  await call(addCourtCaseStep, {
    params: { courtCaseId },
    body: { step: 'claimed', on: '2026-06-15', reference: 'Исх. № 15 от 15.06.2026' },
    idempotencyKey: 'case-of-ls01-claimed',
  });
  await call(listCourtCases, { query: { organizationId, open: 'true' } });
  await call(getCourtCase, { params: { courtCaseId } });
  await callFile(getCourtCaseDocuments, { params: { courtCaseId } });

  const other = await book.aside(async () => {
    today = Temporal.PlainDate.from('2026-04-20');
    const owing = await makeOwingServices(stand, await stand.newUser(), 1);
    await changeBankDetails(stand, owing, CONTRACTOR);
    await owing.owe(owing.accounts[0] ?? 0, 'electricity', '4300');
    today = Temporal.PlainDate.from('2026-06-15');
    return owing;
  });
  const houseServiceId = other.serviceOf('electricity');
  const personalAccountId = other.accounts[0] ?? 0;
  await noticesOf(other, { personalAccountId, houseServiceId });
  book.close();
});

async function noticesOf(
  { user, organizationId }: OwingServices,
  body: { readonly personalAccountId: number; readonly houseServiceId: number },
): Promise<void> {
  const { call, callFile } = inBilling(stand.app, user);
  await call(listRestrictableServices, {
    query: { personalAccountId: body.personalAccountId },
  });
  const { id: restrictionNoticeId } = await call(createRestrictionNotice, {
    body,
    idempotencyKey: 'notice-of-ls02-2026-06',
  });
  await call(addRestrictionNoticeStep, {
    params: { restrictionNoticeId },
    body: { step: 'delivered', on: '2026-06-15', reference: 'Вручено под подпись' },
    idempotencyKey: 'notice-of-ls02-delivered',
  });
  await call(listRestrictionNotices, { query: { organizationId, open: 'true' } });
  await call(getRestrictionNotice, { params: { restrictionNoticeId } });
  await callFile(getRestrictionLetter, { params: { restrictionNoticeId } });
  today = Temporal.PlainDate.from('2026-07-03');
  await call(getDebtWorkDue, { query: { organizationId } });
}
