// The certificate of an account's debt: what the books say on the day, drawn as PDF.
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { roomAddress } from '@kvartplata/domain/text/room-address.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inSnapshot } from '@kvartplata/platform/database/database.ts';
import { notFound } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../../access/access.service.ts';
import { readAccountCards, requireAccount } from '../../access/places.ts';
import type { AccountPlace } from '../../books/account-balances/account-balances.repository.ts';
import { findLastAppliedMonth } from '../../books/applied-months/applied-months.service.ts';
import { readPenaltySums } from '../../paper/reports/account-reports.service.ts';
import { readOpenDebts } from '../../payments/payments/allocations.service.ts';
import { readBookedInterest } from '../../penalties/instalments/plan-books.service.ts';
import { findRunningPlan } from '../../penalties/instalments/running-plans.service.ts';
import { readOwnRules } from '../../penalties/penalty-rules/penalty-rules.service.ts';
import type { Trx } from '../../tables.ts';
import { lastDayBefore } from '../closed-account.service.ts';
import { readCreditor } from '../court-cases/freeze-claim.service.ts';
import { settle, type Settled } from './settlement.ts';

/**
 * The certificate has a name and a debt, so the export is recorded in the audit log.
 * @throws Refusal not-found, dependency-unavailable
 */
export async function exportCertificate(
  caller: Caller,
  personalAccountId: number,
  { now, today }: { readonly now: Date; readonly today: Temporal.PlainDate },
): Promise<AsyncIterable<Uint8Array>> {
  const { organizationId, houseId } = await requireAccount(caller, personalAccountId);
  const place = { organizationId, houseId, personalAccountId };
  const card = (await readAccountCards(caller, [personalAccountId])).get(personalAccountId);
  if (card === undefined) throw notFound(`personal account ${personalAccountId}`);
  const creditor = await readCreditor(caller, place, today);
  const settled = await inSnapshot(caller.db, async (trx) => readSettled(trx, place, today));
  const asOf = formatDay(today);
  const closedOn = lastDayBefore(card, asOf);
  await recordChange(caller.db, caller.actor, {
    action: 'account-balance.certificate-exported',
    object: { type: 'personal-account', id: personalAccountId },
    organizationId,
    after: { asOf },
  });
  const { accountNumber, payer } = card;
  // Loaded on demand: the drawing libraries would slow down the start.
  const { openFlow } = await import('../paper-flow.ts');
  const { drawCertificate } = await import('./draw-certificate.ts');
  const flow = openFlow('Справка о задолженности', now, `Справка, лицевой счёт № ${accountNumber}`);
  const address = roomAddress(card);
  drawCertificate(flow, { ...settled, accountNumber, payer, address, closedOn, asOf, creditor });
  return flow.end();
}

async function readSettled(
  trx: Trx,
  place: AccountPlace,
  asOf: Temporal.PlainDate,
): Promise<Settled> {
  const { organizationId, houseId } = place;
  const [books] = await readOpenDebts(trx, organizationId, [place]);
  if (books === undefined) throw new Error('an account without its row of books');
  const { booked, sums } = await readPenaltySums(trx, place);
  const rules = (await readOwnRules(trx, organizationId))(houseId);
  const plan = await findRunningPlan(trx, place, asOf);
  const penaltyKopecks = parseKopecks(sums.owed);
  const interest = await readBookedInterest(trx, place);
  return {
    ...settle({ ...books, penaltyKopecks, interest }, rules, asOf),
    penaltyTo: booked.countedTo,
    chargedTo: await findLastAppliedMonth(trx, place),
    planTo: plan?.lastMonth ?? null,
  };
}
