// The scenario behind the examples of debt work in the OpenAPI document.
import { after, before, test } from 'node:test';
import { BILLING } from '@kvartplata/contracts/billing/catalogue.ts';
import {
  addCourtCaseStep,
  createCourtCase,
  getCourtCase,
  getCourtCaseDocuments,
  listCourtCases,
} from '@kvartplata/contracts/billing/court-cases.ts';
import {
  cancelDebtLetters,
  createDebtLetters,
  fetchDebtLetters,
  getClaimLetter,
  getDebtLetters,
  listClaimLetters,
  listDebtLetterAccounts,
  listDebtLetters,
} from '@kvartplata/contracts/billing/debt-letters.ts';
import { getDebtCertificate } from '@kvartplata/contracts/billing/debt-certificates.ts';
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
import {
  openExampleBook,
  operationsAbout,
  type ExampleBook,
} from '@kvartplata/platform/testing/example-book.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { makeAccruingHouse } from '../testing/accruing.ts';
import { changeBankDetails, CONTRACTOR } from '../testing/contractor.ts';
import { makeOwingServices, type OwingServices } from '../testing/owing-services.ts';
import { startOwnStand, type BillingStand } from '../testing/billing-stand.ts';
import { inBilling } from '../testing/test-user.ts';

const EXAMPLES = new URL('../../../../contracts/billing/examples/debts.json', import.meta.url);

let stand: BillingStand;
let today = moscowDayOf(new Date());
before(async () => {
  stand = await startOwnStand({ today: () => today });
});
after(async () => {
  await stand.stop();
});

test('the service answers as the documented examples of debt work', async () => {
  const book = openExampleBook(
    stand.app,
    operationsAbout(BILLING, [
      'court-cases',
      'restriction-notices',
      'debt-letters',
      'debt-certificates',
      'debt-work',
    ]),
    EXAMPLES,
  );
  const house = await book.aside(async () => makeAccruingHouse(stand));
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
  await lettersOf(other, book.aside);
  book.close();
});

async function lettersOf(
  { user, organizationId, houseId, accounts: [personalAccountId = 0] }: OwingServices,
  aside: ExampleBook['aside'],
): Promise<void> {
  const { call, callFile } = inBilling(stand.app, user);
  const { rows } = await stand.owner.query<{ id: number }>(
    `insert into debt_letters (organization_id, kind, form, dry_run, house_ids, min_months, min_debt, made_on, file_name,
       total_accounts, requested_by, request_id)
     values ($1, 'restriction', 'pdf', false, array[$2::bigint], 2, 1000, '2026-07-03', 'uvedomleniya-2026-07-03.pdf', 12, 1,
       'example')
     returning id::integer`,
    [organizationId, houseId],
  );
  const waiting = { params: { debtLettersId: rows[0]?.id ?? 0 } };
  await call(getDebtLetters, waiting);
  await call(listDebtLetters, { query: { organizationId } });
  await call(cancelDebtLetters, waiting);
  const { id } = await call(createDebtLetters, {
    body: { houseIds: [houseId], minMonths: 1, minDebt: '1000', kind: 'claim', form: 'pdf' },
    idempotencyKey: 'letters-2026-07',
  });
  const made = { params: { debtLettersId: id } };
  await aside(async () =>
    until('the letters are made', async () => {
      const { status } = await call(getDebtLetters, made);
      return status === 'COMPLETED';
    }),
  );
  await call(listDebtLetterAccounts, { ...made, query: {} });
  await callFile(fetchDebtLetters, made);
  await call(listClaimLetters, { query: { personalAccountId } });
  await callFile(getClaimLetter, { params: { debtLettersId: id, personalAccountId } });
}

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
  await callFile(getDebtCertificate, { query: { personalAccountId: body.personalAccountId } });
  today = Temporal.PlainDate.from('2026-07-03');
  await call(getDebtWorkDue, { query: { organizationId } });
}
