// The claim letters to an account: when each was written, and each of them again as PDF.
import type { ClaimLetter } from '@kvartplata/contracts/billing/debt-letters.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { newestPage, type PageAsked } from '@kvartplata/platform/http/cursor.ts';
import { notFound } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../../access/access.service.ts';
import { requireAccount } from '../../access/places.ts';
import { requireVisible } from '../../access/visible-organization.service.ts';
import { readCreditor } from '../court-cases/freeze-claim.service.ts';
import { listClaims, type ClaimLetterRow } from './letter-accounts.repository.ts';
import { papersOf } from './stored-letter.ts';

export type ClaimsQuery = PageAsked & { readonly personalAccountId: number };

/** @throws Refusal not-found */
export async function listClaimsOf(
  caller: Caller,
  { personalAccountId, ...page }: ClaimsQuery,
): Promise<PageOf<ClaimLetter>> {
  const account = await requireAccount(caller, personalAccountId);
  await requireVisible(caller.db, account.organizationId, `personal account ${personalAccountId}`);
  return newestPage(page, async (before) => listClaims(caller.db, account, before), toClaim);
}

type OneClaim = { readonly debtLettersId: number; readonly personalAccountId: number };

/**
 * The letter has a name and a debt, so the export is recorded in the audit log.
 * @throws Refusal not-found, dependency-unavailable
 */
export async function exportClaim(
  caller: Caller,
  { debtLettersId: id, personalAccountId }: OneClaim,
  now: Date,
): Promise<AsyncIterable<Uint8Array>> {
  const account = await requireAccount(caller, personalAccountId);
  const [row] = await listClaims(caller.db, account, { id, beforeId: undefined, limit: 1 });
  if (row === undefined) throw notFound(`claim letter ${id} to ${personalAccountId}`);
  const { accountNumber, madeOn } = row;
  const asked = { core: caller.core, requestId: caller.requestId };
  const creditor = await readCreditor(asked, account, parseDay(madeOn));
  await recordChange(caller.db, caller.actor, {
    action: 'debt-letters.claim-exported',
    object: { type: 'debt-letters', id },
    organizationId: account.organizationId,
    after: { personalAccountId, madeOn },
  });
  // Loaded on demand: the drawing libraries would slow down the start.
  const { openFlow } = await import('../paper-flow.ts');
  const { drawClaimLetter } = await import('../draw-claim-letter.ts');
  const flow = openFlow('Претензия', now, `Претензия, лицевой счёт № ${accountNumber}`);
  drawClaimLetter(flow, papersOf(claimOf(row), { ...row, creditor }));
  return flow.end();
}

function toClaim(row: ClaimLetterRow): ClaimLetter {
  const { id, personalAccountId, houseId, accountNumber, payer, address, madeOn } = row;
  const { principal, penalty, total } = claimOf(row);
  const whose = { personalAccountId, houseId, accountNumber, payer, address };
  return { debtLettersId: id, ...whose, madeOn, principal, penalty, total };
}

function claimOf({ id, letter }: ClaimLetterRow) {
  if (letter?.kind !== 'claim') throw new Error(`letters ${id} are no claims`);
  return letter;
}
