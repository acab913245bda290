// A house's payments of a month for ГИС ЖКХ, and the cancellations of those reversed in it.
import { MOST_CANCELLATIONS, MOST_PAYMENTS } from '@kvartplata/contracts/billing/gis-messages.ts';
import type { AccountCard } from '@kvartplata/contracts/core/internal.ts';
import type { FieldError } from '@kvartplata/contracts/problem.ts';
import { formatDay, moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import type { Caller } from '../../access/access.service.ts';
import { readAccountCards } from '../../access/places.ts';
import * as repository from './gis-payments.repository.ts';
import type { PaymentRow, TakenBackRow } from './gis-payments.repository.ts';
import type { HouseMonth } from './gis-zhkh.repository.ts';
import { monthOf, requireWhole, writeMessage, type MessageDeps, type OfHouse } from './messages.ts';
import { guidOf } from './payment-details.ts';
import { cancellationsXml, paymentsXml } from './payments-xml.ts';
import type { NamedFile } from './request-files.ts';

/** @throws Refusal not-found, forbidden, gis-nothing-to-tell, gis-facts-missing, dependency-unavailable */
export async function exportGisPayments(
  deps: MessageDeps,
  caller: Caller,
  of: OfHouse,
): Promise<NamedFile> {
  const month = await monthOf(caller, of);
  const payments = await repository.listPayments(caller.db, month);
  const ids = [...new Set(payments.map(({ personalAccountId }) => personalAccountId))];
  const cards = await readAccountCards(caller, ids);
  requireWhole(ids.flatMap((id) => missingNumber(id, cards.get(id))));
  return writeMessage(deps, caller, month, {
    name: 'gis-payments',
    action: 'gis-payments-exported',
    items: payments.map(({ id, personalAccountId, amount, paidOn, namedPeriod }) => ({
      transportGuid: paymentGuidOf(month, id),
      serviceId: cards.get(personalAccountId)?.gisServiceId ?? '',
      amount,
      paidOn,
      namedPeriod,
    })),
    most: MOST_PAYMENTS,
    write: (some) => paymentsXml(deps.version, some),
  });
}

/** The transport GUID by which an answer refers to the payment. */
export function paymentGuidOf(
  { organizationId }: Pick<HouseMonth, 'organizationId'>,
  paymentId: PaymentRow['id'],
): string {
  return guidOf('payment', organizationId, paymentId);
}

function missingNumber(id: number, card: AccountCard | undefined): readonly FieldError[] {
  if (typeof card?.gisServiceId === 'string') return [];
  const path = `/personalAccounts/${card?.accountNumber ?? id}/gisServiceId`;
  return [{ path, message: 'is missing', reason: { code: 'required' } }];
}

/** @throws Refusal not-found, forbidden, gis-nothing-to-tell, gis-facts-missing, dependency-unavailable */
export async function exportGisCancellations(
  deps: MessageDeps,
  caller: Caller,
  of: OfHouse,
): Promise<NamedFile> {
  const month = await monthOf(caller, of);
  const taken = (await repository.listTakenBack(caller.db, month)).filter(isToBeTold(month));
  requireWhole(taken.flatMap(missingOrder));
  return writeMessage(deps, caller, month, {
    name: 'gis-payment-cancellations',
    action: 'gis-cancellations-exported',
    items: taken.map(({ id, uniqueNumber, takenBackAt, reason }) => ({
      transportGuid: guidOf('payment-cancellation', month.organizationId, id),
      orderId: uniqueNumber ?? '',
      cancelledOn: formatDay(moscowDayOf(takenBackAt)),
      reason,
    })),
    most: MOST_CANCELLATIONS,
    write: (some) => cancellationsXml(deps.version, some),
  });
}

/** A payment reversed in its own month is cancelled only if ГИС ЖКХ has already accepted it. */
function isToBeTold({ period }: HouseMonth): (row: TakenBackRow) => boolean {
  return ({ bookedIn, uniqueNumber }) => bookedIn !== period || uniqueNumber !== null;
}

/** The schema's limit, in characters. */
const MOST_ORDER_ID = 32;

function missingOrder({ id, uniqueNumber, amount, paidOn }: TakenBackRow): readonly FieldError[] {
  if (uniqueNumber !== null && uniqueNumber.length <= MOST_ORDER_ID) return [];
  return [
    {
      path: `/payments/${id}/uniqueNumber`,
      message: `of the payment of ${paidOn} is missing: no answer to it was read`,
      reason: { code: 'payment-without-number', params: { amount, day: paidOn } },
    },
  ];
}
