// The effect of a rate on penalties not booked yet, before anybody accepts it.
import type { PenaltyRateBody, RateImpact } from '@kvartplata/contracts/billing/penalty-rates.ts';
import { compareDays, formatDay, parseDay } from '@kvartplata/domain/calendar/day.ts';
import { formatKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import { accrualTerms } from '@kvartplata/domain/regulation/penalty-accrual/accrual-terms.ts';
import { RateNotFoundError } from '@kvartplata/domain/regulation/penalty/penalty-rate.ts';
import { replaceRate, tabulateRates } from '@kvartplata/domain/regulation/penalty/rate-table.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { StaticDecode } from 'typebox';
import type { Caller } from '../../access/access.service.ts';
import { listRateHistory, toRateRecord } from '../penalty-rates/penalty-rates.service.ts';
import { penaltyRemarks } from '../penalty-remarks.ts';
import { readOwnRules } from '../penalty-rules/penalty-rules.service.ts';
import type { Db } from '../../tables.ts';
import { termsByRules, type HouseTerms } from './accrue-houses.service.ts';
import { amountOf } from './accrual-rows.ts';
import { accrueBooks } from './principal-books.service.ts';
import { listBookedHouses, listPrincipalBooks } from './principal-books.repository.ts';

const LAST_DAY = parseDay('2999-12-31');

type Body = StaticDecode<typeof PenaltyRateBody>;

type HouseImpact = {
  readonly houseId: number;
  readonly organizationId: number;
  accounts: number;
  beforeKopecks: Kopecks;
  afterKopecks: Kopecks;
};

/**
 * The unbooked penalties up to today, by the current reference and with the rate added, for all houses or for one organization's.
 * @throws Refusal validation-failed, rate-missing
 */
export async function measureImpact(
  caller: Caller,
  body: Body,
  organizationId: number | undefined,
  today: Temporal.PlainDate,
): Promise<RateImpact> {
  const { db } = caller;
  const record = toRateRecord(body);
  const rates = tabulateRates(await listRateHistory(db));
  const changed = replaceRate(rates, record);
  const houses = await listBookedHouses(
    db,
    organizationId === undefined ? 'all' : [organizationId],
  );
  const impacts: HouseImpact[] = [];
  try {
    for (const [ofOrganization, own] of Map.groupBy(houses, (house) => house.organizationId)) {
      const ownRules = await readOwnRules(db, ofOrganization);
      const terms = {
        before: termsByRules((rules) => accrualTerms(rates, rules), ownRules),
        after: termsByRules((rules) => accrualTerms(changed, rules), ownRules),
      };
      for (const { houseId } of own)
        impacts.push(await ofHouse(db, { houseId, organizationId: ofOrganization }, terms, today));
    }
  } catch (error) {
    if (!(error instanceof RateNotFoundError)) throw error;
    const detail = `No penalty rate covers ${formatDay(error.day)}`;
    throw new Refusal('rate-missing', detail, { cause: error });
  }
  return {
    targetDate: formatDay(today),
    ...inRoubles({
      beforeKopecks: sumBy(impacts, ({ beforeKopecks }) => beforeKopecks),
      afterKopecks: sumBy(impacts, ({ afterKopecks }) => afterKopecks),
    }),
    remarks: penaltyRemarks(lastDayOf(record.validTo, today)),
    houses: impacts.filter(({ accounts }) => accounts > 0).map(toHouse),
  };
}

/** Remarks cover the days up to the rate's end, or up to today if that is later. */
function lastDayOf(
  validTo: Temporal.PlainDate | null,
  today: Temporal.PlainDate,
): Temporal.PlainDate {
  const last = validTo ?? LAST_DAY;
  return compareDays(last, today) > 0 ? last : today;
}

function toHouse(impact: HouseImpact): RateImpact['houses'][number] {
  const { houseId, organizationId, accounts } = impact;
  return { houseId, organizationId, accounts, ...inRoubles(impact) };
}

async function ofHouse(
  db: Db,
  place: Pick<HouseImpact, 'houseId' | 'organizationId'>,
  terms: Readonly<Record<'before' | 'after', HouseTerms>>,
  today: Temporal.PlainDate,
): Promise<HouseImpact> {
  const impact = { ...place, accounts: 0, beforeKopecks: 0n, afterKopecks: 0n };
  const before = terms.before(place.houseId);
  const after = terms.after(place.houseId);
  for (const row of await listPrincipalBooks(db, {
    organizationId: place.organizationId,
    houseIds: [place.houseId],
  })) {
    const beforeKopecks = amountOf(accrueBooks(row, before, today));
    const afterKopecks = amountOf(accrueBooks(row, after, today));
    impact.beforeKopecks += beforeKopecks;
    impact.afterKopecks += afterKopecks;
    if (beforeKopecks !== afterKopecks) impact.accounts += 1;
  }
  return impact;
}

function inRoubles({
  beforeKopecks,
  afterKopecks,
}: Pick<HouseImpact, 'beforeKopecks' | 'afterKopecks'>) {
  return {
    before: formatKopecks(beforeKopecks),
    after: formatKopecks(afterKopecks),
    difference: formatKopecks(afterKopecks - beforeKopecks),
  };
}
