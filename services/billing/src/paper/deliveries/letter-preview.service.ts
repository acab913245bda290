// Shows what a delivery would send to a house: the first letter in full, and the outcome for each receipt.
import { LETTER_OUTCOMES } from '@kvartplata/contracts/billing/deliveries.ts';
import type { LetterPreview } from '@kvartplata/contracts/billing/letter-preview.ts';
import {
  firstDayOf,
  formatBillingMonth,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import type { Caller } from '../../access/access.service.ts';
import { requireHouse } from '../../access/places.ts';
import {
  nothingCharged,
  pagesFrom,
  readFirstPage,
  requirePrintable,
  type Receipts,
} from '../receipts/house-receipts.service.ts';
import { monthsNotApplied } from './deliveries.service.ts';
import { listAppliedHouses } from './deliveries.repository.ts';
import { judgePage, type JudgedReceipt } from './judged-page.service.ts';
import { letterText } from './letter-text.ts';

const MOST_WITHOUT_ADDRESS = 200;
/** A preview must not contain a working link: whoever opens it acts as the recipient. */
const OWN_LINK = '…';

/** @throws Refusal not-found, validation-failed, month-archived, months-not-applied, nothing-charged, bank-details-missing */
export async function previewLetters(
  receipts: Receipts,
  caller: Caller,
  { houseId, period }: { readonly houseId: number; readonly period: BillingMonth },
): Promise<LetterPreview> {
  const { organizationId } = await requireHouse(caller, houseId);
  const house = { organizationId, houseId };
  const first = formatDay(firstDayOf(period));
  await requirePrintable(caller.db, period);
  const applied = await listAppliedHouses(caller.db, organizationId, [houseId], first);
  if (applied.size === 0) throw monthsNotApplied(period);
  const page = await readFirstPage(receipts, caller, house, period);
  if (page === undefined) throw nothingCharged(period);
  const judged: JudgedReceipt[] = [];
  for await (const one of pagesFrom(receipts, caller, house, page))
    judged.push(...(await judgePage(caller.db, house, { period: first, again: false }, one)));
  return { houseId, period: formatBillingMonth(period), ...told(judged) };
}

function told(judged: readonly JudgedReceipt[]): Omit<LetterPreview, 'houseId' | 'period'> {
  const counts = Map.groupBy(judged, ({ outcome }) => outcome);
  const outcomes = Object.fromEntries(
    LETTER_OUTCOMES.map((outcome) => [outcome, counts.get(outcome)?.length ?? 0]),
  ) as LetterPreview['outcomes'];
  const [shown] = counts.get('waiting') ?? [];
  const withoutAddress = (counts.get('no-address') ?? [])
    .slice(0, MOST_WITHOUT_ADDRESS)
    .map(({ receipt: { account } }) => {
      const { personalAccountId, accountNumber } = account;
      return { personalAccountId, accountNumber };
    });
  return { letter: shown === undefined ? null : letterOf(shown), outcomes, withoutAddress };
}

function letterOf({ receipt }: JudgedReceipt): LetterPreview['letter'] {
  const link = receipt.link === null ? null : { ...receipt.link, url: OWN_LINK };
  const recipient = receipt.account.email ?? '';
  return { recipient, ...letterText({ ...receipt, link }, OWN_LINK) };
}
