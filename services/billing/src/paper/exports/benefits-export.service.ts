// The monthly file for social protection: the benefits granted, by account, category and service.
import {
  BENEFIT_FILE_PROFILES,
  type BenefitFileProfile,
} from '@kvartplata/contracts/billing/benefit-file-profiles.ts';
import type { ExportBenefitsQuery } from '@kvartplata/contracts/billing/exports.ts';
import type { AccountCard } from '@kvartplata/contracts/core/internal.ts';
import type { ChargeBasis } from '@kvartplata/domain/charging/charge-line.ts';
import { firstDayOf } from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { inSnapshot } from '@kvartplata/platform/database/database.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import { fileNameOf } from '@kvartplata/platform/table-files/file-name.ts';
import type { Caller } from '../../access/access.service.ts';
import { namedHouses } from '../../access/named-houses.ts';
import { readAccountCards } from '../../access/places.ts';
import { requireChargesKept } from '../../books/cycles/archived-months.service.ts';
import type { Trx } from '../../tables.ts';
import { recordExport, type WriteReport } from '../report-files.ts';
import { byRoom, nameAccount } from '../room-order.ts';
import { streetOf } from '../street-of.ts';
import { benefitsTable, type NamedBenefit } from './benefits-table.ts';
import * as repository from './benefit-lines.repository.ts';
import type { BenefitLine, BenefitMonth } from './benefit-lines.repository.ts';
import { claimsAmong, returned, type ClaimedBenefit } from './benefit-rows.ts';

/** @throws Refusal validation-failed, not-found, month-archived */
export async function writeBenefits(
  caller: Caller,
  { period, profile = 'plain', ...place }: ExportBenefitsQuery,
  write: WriteReport,
): Promise<void> {
  const { organizationId, address, houseIds, object } = await namedHouses(caller, place);
  const first = formatDay(firstDayOf(period));
  await requireChargesKept(caller.db, first);
  await inSnapshot(caller.db, async (trx) => {
    async function* rows(): AsyncGenerator<NamedBenefit> {
      for (const houseId of houseIds)
        yield* benefitsOfHouse(caller, trx, { organizationId, houseId, period: first });
    }
    await write(
      fileNameOf('lgoty', String(period), streetOf(address)),
      benefitsTable(rows(), BENEFIT_FILE_PROFILES[profile].columns),
    );
  });
  await recordBenefits(caller, { organizationId, object }, String(period), profile);
}

async function recordBenefits(
  caller: Caller,
  of: Pick<Awaited<ReturnType<typeof namedHouses>>, 'organizationId' | 'object'>,
  period: string,
  profile: BenefitFileProfile,
): Promise<void> {
  const asked = { period, profile };
  await recordExport(caller, { ...of, format: 'csv', action: 'charge.benefits-exported', asked });
}

/** In the order of rooms; of an account, what the month has booked, then what it has reversed. */
async function* benefitsOfHouse(
  caller: Caller,
  trx: Trx,
  month: BenefitMonth,
): AsyncGenerator<NamedBenefit> {
  const lines = [
    ...(await repository.listBenefitLines(trx, month)),
    ...(await repository.listReversedLines(trx, month)),
  ];
  if (lines.length === 0) return;
  const cards = await readAccountCards(caller, [
    ...new Set(lines.map(({ personalAccountId }) => personalAccountId)),
  ]);
  const before = await basesBefore(trx, month, lines);
  const claimsOf = claimsAmong(({ chargeId, period }) => {
    const basis = before.get(chargeId);
    if (basis !== undefined) return basis;
    throw new Refusal('month-archived', `The charges of ${period} are in the archive`);
  });
  const inOrder = byRoom(cards);
  const sorted = lines.toSorted((a, b) => inOrder(a.personalAccountId, b.personalAccountId));
  for (const line of sorted) {
    const claims = claimsOf(line.basis);
    for (const claim of line.isReversed ? returned(claims) : claims)
      yield named(cards, line, claim);
  }
}

/** The bases of the charges in force before each correction, and of those in force before these. */
async function basesBefore(
  trx: Trx,
  month: BenefitMonth,
  lines: readonly BenefitLine[],
): Promise<ReadonlyMap<number, ChargeBasis>> {
  const bases = new Map<number, ChargeBasis>();
  let behind = lines.map(({ basis }) => basis);
  while (behind.length > 0) {
    const ids = behind.flatMap(({ correction }) =>
      (correction?.stood ?? []).map(({ chargeId }) => chargeId),
    );
    const found = await repository.findBases(
      trx,
      month,
      [...new Set(ids)].filter((id) => !bases.has(id)),
    );
    for (const [id, basis] of found) bases.set(id, basis);
    behind = [...found.values()];
  }
  return bases;
}

function named(
  cards: ReadonlyMap<number, AccountCard>,
  { personalAccountId, serviceName, unit, volume, month }: BenefitLine,
  claim: ClaimedBenefit,
): NamedBenefit {
  return {
    ...nameAccount(cards, personalAccountId),
    ...claim,
    stateAccount: cards.get(personalAccountId)?.gisAccountNumber ?? '',
    serviceName,
    unit,
    volume,
    month,
  };
}
