// The closing checks in words: all texts that an accountant reads, in Russian and in English.
import type { CheckCode, CheckRow } from '@kvartplata/contracts/billing/closing-checks.ts';
import { parseScaled } from '@kvartplata/domain/money/scaled.ts';
import type { SkipCode } from '@kvartplata/contracts/billing/skipped-accounts.ts';
import type { ReasonFacts } from '@kvartplata/domain/charging/uncomputable.ts';
import { skipWords } from '@kvartplata/contracts/billing/skip-words.ts';
import type { TariffGap, UnverifiedMeter } from '@kvartplata/contracts/core/closing-facts.ts';
import type { OddReading } from '@kvartplata/contracts/core/readings.ts';
import {
  formatBillingMonth,
  lastDayOf,
  parseBillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { monthWords } from '@kvartplata/domain/calendar/month-words.ts';
import { inFigures, inRoubles } from '@kvartplata/domain/text/in-figures.ts';
import type { Drift } from '../../books/account-balances/account-balances.repository.ts';
import type { OutdatedHouse } from '../calculation-jobs/outdated-houses.repository.ts';
import type { OutlierRow } from '../charges/standing-charges.repository.ts';
import type {
  CheckedMonth,
  DraftMonthRow,
  MissingReadingRow,
  NotAccruedRow,
  NotChargedRow,
  NothingChargedRow,
  OverNormRow,
  UnidentifiedRow,
  WaitingAdjustmentRow,
} from './closing-checks.repository.ts';

/** A row without its key, which its check adds. */
type TellingRow = Omit<CheckRow, 'key'>;

/** For text that is the same in both languages. */
type Words = { readonly ru: string; readonly en: string };

export const TITLES: Readonly<Record<CheckCode, Words>> = {
  'readings-missing': { ru: 'Не переданы показания', en: 'Readings are missing' },
  'odd-readings': { ru: 'Странные показания', en: 'Odd readings' },
  'unverified-meters': {
    ru: 'Истёк срок поверки приборов учёта',
    en: 'Meters are past their verification',
  },
  'tariff-gaps': { ru: 'Дни без тарифа', en: 'Days have no tariff' },
  'odn-over-norm': {
    ru: 'ОДН выше норматива',
    en: 'Common-house needs are above their norm',
  },
  'not-charged': { ru: 'Не начислено', en: 'Not charged' },
  'nothing-charged': {
    ru: 'Услуга никому ничего не начисляет',
    en: 'A service charges nothing to anybody',
  },
  'outdated-charges': {
    ru: 'Данные изменились после расчёта',
    en: 'Data has changed since the calculation',
  },
  'unidentified-payments': { ru: 'Невыясненные платежи', en: 'Unidentified payments' },
  'waiting-adjustments': {
    ru: 'Строки вручную ждут второго человека',
    en: 'Lines by hand wait for a second person',
  },
  outliers: {
    ru: 'Начисления резко отличаются от прошлого месяца',
    en: 'Charges are far from those of last month',
  },
  'penalties-not-accrued': { ru: 'Не начислены пени', en: 'Penalties are not accrued' },
  'month-not-over': { ru: 'Месяц ещё не кончился', en: 'The month is not over' },
  'draft-charges': {
    ru: 'Начисления не проведены',
    en: 'Charges are not applied',
  },
  drift: {
    ru: 'Сальдо расходится с проводками',
    en: 'Balances are not the sum of their entries',
  },
};

export function missingReading(row: MissingReadingRow): TellingRow {
  const words =
    row.reason === null
      ? estimated(row)
      : becauseOf('Не начислено', 'Not charged', row.reason, row);
  return {
    ...words,
    houseId: row.houseId,
    ...(row.accountId === 0 ? {} : { personalAccountId: row.accountId }),
    ...(row.accountId === 0 || row.accountNumber === null
      ? {}
      : { accountNumber: row.accountNumber }),
    ...(row.serviceKey > 0 ? { houseServiceId: row.serviceKey } : {}),
    ...(row.serviceCode === null ? {} : { serviceCode: row.serviceCode }),
    ...(row.serviceName === null ? {} : { serviceName: row.serviceName }),
    ...(row.chargeId === null ? {} : { chargeId: row.chargeId }),
  };
}

/** If a room's heat meter has no average, the room is charged by its area, as without a meter. */
const INSTEAD = {
  average: { ru: 'по среднему', en: 'the average' },
  norm: { ru: 'по нормативу', en: 'the norm' },
  area: { ru: 'по площади', en: 'the area' },
} as const;

function estimated({
  rule,
  isAverage,
  accountId,
  accountNumber,
  serviceName,
  serialNumbers,
}: MissingReadingRow): Words {
  const instead =
    INSTEAD[isAverage ? 'average' : rule === 'heating-without-room-meter' ? 'area' : 'norm'];
  const whose =
    accountId === 0
      ? { ru: 'общедомовой прибор', en: 'house-wide meter' }
      : { ru: `${accountNumber}: прибор`, en: `${accountNumber}: meter` };
  return {
    ru: `${whose.ru} ${serialNumbers}, ${serviceName}: начислено ${instead.ru}`,
    en: `${whose.en} ${serialNumbers}, ${serviceName}: charged by ${instead.en}`,
  };
}

/** The text stays the same as long as the reading and its comparison with earlier months do. */
export function oddReading(row: OddReading): CheckRow {
  const { reading, odd, consumption, mean, unit, serialNumber, serviceName } = row;
  const { personalAccountId, accountNumber, roomNumber } = row;
  const whose = whoseMeter({
    accountNumber,
    roomNumber: accountNumber === null ? roomNumber : null,
  });
  const shown = { value: reading?.value ?? '–', on: reading?.takenOn ?? '' };
  const counted =
    odd === 'zero'
      ? { ru: 'расхода нет', en: 'nothing was used' }
      : {
          ru: `расход ${inFigures(consumption ?? '')} ${unit} при обычных ${inFigures(mean ?? '')}`,
          en: `${inFigures(consumption ?? '')} ${unit} used where ${inFigures(mean ?? '')} are usual`,
        };
  return {
    ru: `${whose.ru}прибор ${serialNumber}, ${serviceName}: показание ${inFigures(shown.value)} от ${written(shown.on)}, ${counted.ru}`,
    en: `${whose.en}meter ${serialNumber}, ${serviceName}: reading ${inFigures(shown.value)} of ${written(shown.on)}, ${counted.en}`,
    houseId: row.houseId,
    meterId: row.meterId,
    houseServiceId: row.houseServiceId,
    serviceCode: row.serviceCode,
    serviceName,
    key: String(row.meterId),
    ...(personalAccountId === null ? {} : { personalAccountId }),
    ...(accountNumber === null ? {} : { accountNumber }),
  };
}

function whoseMeter({
  accountNumber,
  roomNumber,
}: Pick<UnverifiedMeter, 'accountNumber' | 'roomNumber'>): Words {
  const ofAccount = accountNumber === null ? '' : `${accountNumber}: `;
  return roomNumber === null
    ? { ru: ofAccount, en: ofAccount }
    : { ru: `помещение ${roomNumber}: `, en: `room ${roomNumber}: ` };
}

export function unverifiedMeter(meter: UnverifiedMeter): CheckRow {
  const { serialNumber, serviceName, verifiedUntil, personalAccountId, accountNumber } = meter;
  const whose = whoseMeter(meter);
  return {
    ru: `${whose.ru}прибор ${serialNumber}, ${serviceName}: поверен до ${written(verifiedUntil)}`,
    en: `${whose.en}meter ${serialNumber}, ${serviceName}: verified until ${written(verifiedUntil)}`,
    houseId: meter.houseId,
    meterId: meter.meterId,
    houseServiceId: meter.houseServiceId,
    serviceCode: meter.serviceCode,
    serviceName,
    key: String(meter.meterId),
    ...(personalAccountId === null ? {} : { personalAccountId }),
    ...(accountNumber === null ? {} : { accountNumber }),
  };
}

export function tariffGap(gap: TariffGap): CheckRow {
  const { houseId, houseServiceId, serviceCode, serviceName, days, from, to } = gap;
  return {
    ru: `${serviceName}: нет тарифа, дней: ${days}, с ${written(from)} по ${written(to)}`,
    en: `${serviceName}: no tariff on ${days} days from ${written(from)} to ${written(to)}`,
    houseId,
    houseServiceId,
    serviceCode,
    serviceName,
    key: `${houseServiceId}-${from}`,
  };
}

export function odnOverNorm(row: OverNormRow): TellingRow {
  const { serviceName: name, unit } = row;
  return {
    ru: `${name}: сверх норматива ${inFigures(row.limit)} ${unit} ещё ${inFigures(row.over)} ${unit}, за счёт организации`,
    en: `${name}: ${inFigures(row.over)} ${unit} above the norm of ${inFigures(row.limit)} ${unit}, at the organization's cost`,
    houseId: row.houseId,
    houseServiceId: row.houseServiceId,
    serviceCode: row.serviceCode,
    serviceName: name,
    chargeId: row.chargeId,
  };
}

function becauseOf(
  ru: string,
  en: string,
  reason: SkipCode,
  { facts }: { readonly facts: ReasonFacts | null },
): Words {
  const why = skipWords({ reason, facts: facts ?? {} });
  return { ru: `${ru}: ${why.ru}`, en: `${en}: ${why.en}` };
}

export function notCharged(row: NotChargedRow): TellingRow {
  const { houseId, accountId, accountNumber, reason, facts } = row;
  if (reason === null)
    return {
      ru: 'Начисления по дому за месяц не рассчитаны',
      en: 'The house was not computed for the month',
      houseId,
    };
  const of = { houseId, personalAccountId: accountId };
  if (accountNumber === null)
    return {
      ...becauseOf('Начислено не всё', 'Not charged, or not for all', reason, { facts }),
      ...of,
    };
  const ru = `${accountNumber}: начислено не всё`;
  const en = `${accountNumber}: not charged, or not for all`;
  return { ...becauseOf(ru, en, reason, { facts }), ...of, accountNumber };
}

export function nothingCharged(row: NothingChargedRow): TellingRow {
  const { serviceName: name, serviceCode: code } = row;
  const service = name ?? `№ ${row.houseServiceId}`;
  return {
    ru: `${service}: за месяц никому ничего не начислено`,
    en: `${service}: nobody is charged anything for the month`,
    houseId: row.houseId,
    houseServiceId: row.houseServiceId,
    ...(code === null ? {} : { serviceCode: code }),
    ...(name === null ? {} : { serviceName: name }),
  };
}

export function unidentifiedPayment({ id, amount, paidOn, payer }: UnidentifiedRow): TellingRow {
  const from = payer === null ? '' : `, ${payer}`;
  return {
    ru: `${inRoubles(amount)} от ${written(paidOn)}${from}`,
    en: `${inRoubles(amount)} of ${written(paidOn)}${from}`,
    unidentifiedPaymentId: id,
  };
}

export function waitingAdjustment(row: WaitingAdjustmentRow): TellingRow {
  const { id, houseId, personalAccountId, period, amount, reason } = row;
  return {
    ru: `${inRoubles(amount)} за ${monthWords(period).ru}: ${reason}`,
    en: `${inRoubles(amount)} of ${monthWords(period).en}: ${reason}`,
    houseId,
    personalAccountId,
    adjustmentId: id,
    period,
  };
}

export function outlier(row: OutlierRow): TellingRow {
  const chargeId = row.chargeAfter ?? row.chargeBefore;
  const { accountNumber: number, serviceName: name } = row;
  return {
    ru: `${number}, ${name}: было ${inFigures(row.before ?? 'ничего')}, стало ${inFigures(row.after ?? 'ничего')}`,
    en: `${number}, ${name}: ${inFigures(row.before ?? 'nothing')} before, ${inFigures(row.after ?? 'nothing')} now`,
    houseId: row.houseId,
    personalAccountId: row.personalAccountId,
    accountNumber: number,
    houseServiceId: row.houseServiceId,
    serviceCode: row.serviceCode,
    serviceName: name,
    before: row.before,
    after: row.after,
    percent: percentOf(row),
    ...(chargeId === null ? {} : { chargeId }),
  };
}

/** The change in percent of the earlier amount, rounded towards zero; null where that was zero. */
function percentOf({ before, after }: OutlierRow): number | null {
  const [was, now] = [parseScaled(before ?? '0', 2), parseScaled(after ?? '0', 2)];
  return was === 0n ? null : Number(((now - was) * 100n) / (was < 0n ? -was : was));
}

/** @param period `YYYY-MM` */
export function outdated({ houseId, isApplied }: OutdatedHouse, period: string): TellingRow {
  return isApplied
    ? {
        ru: 'Показания, тарифы или другие данные изменились после расчёта, начислено по прежним. Разницу, если она есть, начислит исправление прошлых месяцев',
        en: 'Readings, tariffs or other data have changed since the calculation; charged by what they were. A correction charges the difference, if there is any',
        houseId,
        period,
      }
    : {
        ru: 'Показания, тарифы или другие данные изменились после расчёта: рассчитайте дом ещё раз',
        en: 'Readings, tariffs or other data have changed since the calculation: calculate the house again',
        houseId,
      };
}

export function notAccrued({ houseId, accruedTo }: NotAccruedRow): TellingRow {
  return accruedTo === null
    ? { ru: 'Пени не начислялись', en: 'Penalties were never accrued', houseId }
    : {
        ru: `Пени начислены по ${written(accruedTo)}`,
        en: `Penalties are accrued to ${written(accruedTo)}`,
        houseId,
      };
}

export function monthNotOver({ cycleId, month }: CheckedMonth): TellingRow {
  const period = parseBillingMonth(month.slice(0, 7));
  const lastDay = formatDay(lastDayOf(period));
  return {
    ru: `Последний день месяца – ${written(lastDay)}`,
    en: `Its last day is ${written(lastDay)}`,
    billingCycleId: cycleId,
    period: formatBillingMonth(period),
  };
}

export function draftMonth({ id, month: period, charges }: DraftMonthRow): TellingRow {
  return {
    ru: `${monthWords(period).ru}: не проведено начислений: ${charges}`,
    en: `${monthWords(period).en}: ${charges} charges are not applied`,
    billingCycleId: id,
    period,
  };
}

export function drift(row: Drift): TellingRow {
  const { principalDrift: principal, penaltyDrift: penalty } = row;
  return {
    ru: `Расхождение: основной долг ${inFigures(principal)}, пени ${inFigures(penalty)}`,
    en: `Off by ${inFigures(principal)} of the principal and ${inFigures(penalty)} of penalties`,
    houseId: row.houseId,
    personalAccountId: row.personalAccountId,
  };
}

/** A date in the Russian format: 31.03.2026. */
function written(date: string): string {
  return date.split('-').toReversed().join('.');
}
