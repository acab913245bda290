// The answers of ГИС ЖКХ to a house's payment documents, payments and readings: parsed from its file, stored with the export, and
// listed.
import type { GisAnswers } from '@kvartplata/contracts/billing/gis-answers.ts';
import type { GisReading } from '@kvartplata/contracts/core/gis-readings.ts';
import {
  firstDayOf,
  formatBillingMonth,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../../access/access.service.ts';
import { requireHouse } from '../../access/places.ts';
import type { Db, Trx } from '../../tables.ts';
import type { GisResult } from './gis-answer.ts';
import * as repository from './gis-answers.repository.ts';
import * as payments from './gis-payments.repository.ts';
import type { PaymentAnswer, PaymentRow } from './gis-payments.repository.ts';
import { paymentGuidOf } from './gis-payments.service.ts';
import * as storedReadings from './gis-readings.repository.ts';
import type { ReadingAnswer } from './gis-readings.repository.ts';
import { readAll, readingGuidOf } from './gis-readings.service.ts';
import type { StoredAnswer } from './gis-zhkh.table.ts';
import type { HouseMonth } from './gis-zhkh.repository.ts';
import { transportGuidOf } from './payment-documents.service.ts';

type OfHouse = { readonly houseId: number; readonly period: BillingMonth };

/** @throws Refusal not-found */
export async function listGisAnswers(caller: Caller, of: OfHouse): Promise<GisAnswers> {
  return answersOf(caller.db, await monthOf(caller, of), of);
}

/** @throws Refusal not-found, forbidden, gis-answer-of-others */
export async function readGisAnswer(
  caller: Caller,
  of: OfHouse,
  { results, now }: { readonly results: readonly GisResult[]; readonly now: Date },
): Promise<GisAnswers> {
  const month = await monthOf(caller, of);
  const { readings } = await readAll(caller, of);
  return inTransaction(caller.db, async (trx) => {
    const documents = await keepDocumentAnswers(trx, month, results, now);
    const ofPayments = paymentAnswersTo(results, month, await payments.listBooked(trx, month));
    await payments.upsertPaymentAnswers(trx, month, ofPayments, now);
    const ofReadings = readingAnswersTo(results, month, readings);
    await storedReadings.upsertReadingAnswers(trx, month, ofReadings, now);
    const answers = [...documents, ...ofPayments, ...ofReadings];
    if (answers.length === 0)
      throw new Refusal(
        'gis-answer-of-others',
        `None of ${results.length} results is of a document, payment or reading of ${formatBillingMonth(of.period)} of house ${of.houseId}`,
      );
    await recordChange(trx, caller.actor, {
      action: 'house.gis-answer-read',
      object: { type: 'house', id: of.houseId },
      organizationId: month.organizationId,
      after: {
        period: formatBillingMonth(of.period),
        accepted: answers.filter(({ errors }) => errors.length === 0).length,
        refused: answers.filter(({ errors }) => errors.length > 0).length,
      },
    });
    return answersOf(trx, month, of);
  });
}

/** No answers are stored for a month that was never exported. */
async function keepDocumentAnswers(
  trx: Trx,
  month: HouseMonth,
  results: readonly GisResult[],
  now: Date,
): Promise<readonly StoredAnswer[]> {
  const accounts = await repository.listAccounts(trx, month);
  const before = await repository.lockAnswers(trx, month);
  const answers = answersTo(results, month, accounts);
  if (before === undefined || answers.length === 0) return [];
  const all = new Map([...before, ...answers].map((answer) => [answer.personalAccountId, answer]));
  await repository.updateAnswers(trx, month, [...all.values()], now);
  return answers;
}

function readingAnswersTo(
  results: readonly GisResult[],
  month: HouseMonth,
  readings: readonly GisReading[],
): readonly ReadingAnswer[] {
  const readingOf = new Map(
    readings.map((reading) => [readingGuidOf(month, reading.meterId), reading]),
  );
  const found = results.flatMap(({ transportGuid, errors }) => {
    const reading = readingOf.get(transportGuid);
    if (reading === undefined) return [];
    return [{ meterId: reading.meterId, serialNumber: reading.serialNumber, errors }];
  });
  return [...new Map(found.map((answer) => [answer.meterId, answer])).values()];
}

function paymentAnswersTo(
  results: readonly GisResult[],
  month: HouseMonth,
  booked: readonly Pick<PaymentRow, 'id' | 'personalAccountId'>[],
): readonly PaymentAnswer[] {
  const paymentOf = new Map(booked.map((payment) => [paymentGuidOf(month, payment.id), payment]));
  const found = results.flatMap(({ transportGuid, errors, uniqueNumber }) => {
    const payment = paymentOf.get(transportGuid);
    if (payment === undefined) return [];
    const { id: paymentId, personalAccountId } = payment;
    return [{ paymentId, personalAccountId, errors, uniqueNumber }];
  });
  // When a file has several results for one payment, the last one counts.
  return [...new Map(found.map((answer) => [answer.paymentId, answer])).values()];
}

/** The accounts whose documents ГИС ЖКХ refused. */
export async function listRefusedAccounts(db: Db, month: HouseMonth): Promise<ReadonlySet<number>> {
  const { answers } = (await repository.findAnswers(db, month)) ?? { answers: [] };
  return new Set(answers.filter(isRefused).map(({ personalAccountId }) => personalAccountId));
}

async function monthOf(caller: Caller, { houseId, period }: OfHouse): Promise<HouseMonth> {
  const { organizationId } = await requireHouse(caller, houseId);
  return { organizationId, houseId, period: formatDay(firstDayOf(period)) };
}

/** Results for other items, such as bank details, are ignored. */
function answersTo(
  results: readonly GisResult[],
  month: HouseMonth,
  accountIds: readonly number[],
): readonly StoredAnswer[] {
  const accountOf = new Map(accountIds.map((id) => [transportGuidOf(month, id), id]));
  return results.flatMap(({ transportGuid, errors, uniqueNumber }) => {
    const personalAccountId = accountOf.get(transportGuid);
    return personalAccountId === undefined ? [] : [{ personalAccountId, errors, uniqueNumber }];
  });
}

async function answersOf(
  db: Db,
  month: HouseMonth,
  { houseId, period }: OfHouse,
): Promise<GisAnswers> {
  const found = await repository.findAnswers(db, month);
  const refused = (found?.answers ?? []).filter(isRefused);
  const numbers = await repository.readAccountNumbers(db, month);
  const numberOf = (id: number): string => numbers.get(id) ?? String(id);
  const ofPayments = await payments.listPaymentAnswers(db, month);
  const ofReadings = await storedReadings.listReadingAnswers(db, month);
  return {
    houseId,
    period: formatBillingMonth(period),
    answeredAt: found?.answeredAt?.toISOString() ?? null,
    documents: found?.documents ?? 0,
    accepted: (found?.answers.length ?? 0) - refused.length,
    refused: refused.length,
    items: refused
      .toSorted((one, other) => one.personalAccountId - other.personalAccountId)
      .map(({ personalAccountId, errors }) => ({
        personalAccountId,
        accountNumber: numberOf(personalAccountId),
        errors: [...errors],
      })),
    readings: {
      accepted: ofReadings.filter(({ errors }) => errors.length === 0).length,
      refused: ofReadings.filter(isRefused).map(({ meterId, serialNumber, errors }) => ({
        meterId,
        serialNumber,
        errors: [...errors],
      })),
    },
    payments: {
      accepted: ofPayments.filter(({ errors }) => errors.length === 0).length,
      refused: ofPayments
        .filter(isRefused)
        .map(({ paymentId, personalAccountId, paidOn, amount, errors }) => ({
          paymentId,
          personalAccountId,
          accountNumber: numberOf(personalAccountId),
          paidOn,
          amount,
          errors: [...errors],
        })),
    },
  };
}

function isRefused({ errors }: Pick<StoredAnswer, 'errors'>): boolean {
  return errors.length > 0;
}
