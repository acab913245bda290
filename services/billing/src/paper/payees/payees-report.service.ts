// The turnover by payee of a house, or of all houses of an organization: read in one database snapshot, house by house, and
// compared with the turnover balance.
import type {
  PayeesReport,
  PayeesReportQuery,
  PayeeTurnover,
} from '@kvartplata/contracts/billing/payee-reports.ts';
import { formatKopecks, type Kopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumOf } from '@kvartplata/domain/money/sums.ts';
import { turnoverByPayee } from '@kvartplata/domain/regulation/payees/turnover-by-payee.ts';
import { inSnapshot } from '@kvartplata/platform/database/database.ts';
import { notFound } from '@kvartplata/platform/http/refusal.ts';
import { fileNameOf } from '@kvartplata/platform/table-files/file-name.ts';
import type { Caller } from '../../access/access.service.ts';
import { namedHouses } from '../../access/named-houses.ts';
import { listOrganizationPayees } from '../../books/payees/payees.service.ts';
import type { PayeeRow } from '../../books/payees/payees.repository.ts';
import type { Trx } from '../../tables.ts';
import { recordExport, type WriteReport } from '../report-files.ts';
import { monthsOf, type ReportMonths } from '../report-months.ts';
import { streetOf } from '../street-of.ts';
import { readHouseTurnover } from '../turnover/turnover.service.ts';
import {
  addBoth,
  inRoubles,
  isMoved,
  NOTHING_MOVED,
  paidOf,
  rewardOf,
  showBoth,
  sumPayees,
  sumTurnover,
  type Both,
  type PayeeKey,
} from './payee-figures.ts';
import { readAccountLines, readHousePayees } from './payee-lines.service.ts';
import { payeesSheet } from './payees-sheet.ts';

/** @throws Refusal validation-failed, not-found */
export async function writePayeesReport(
  caller: Caller,
  query: PayeesReportQuery,
  write: WriteReport,
): Promise<void> {
  const { houseId = null, format = 'json' } = query;
  const { organizationId, address, houseIds, object } = await namedHouses(caller, query);
  const months = monthsOf(query);
  const { periodFrom, periodTo } = months;
  await inSnapshot(caller.db, async (trx) => {
    const payees = await listOrganizationPayees(trx, organizationId);
    const sum = openSum(payees);
    for (const id of houseIds) await sum.add(trx, { organizationId, houseId: id }, months);
    const organization = await caller.core.findOrganization(organizationId, caller.requestId);
    if (organization === undefined) throw notFound(`organization ${organizationId}`);
    const head = { organizationId, houseId, periodFrom, periodTo };
    const rows = sum.rows(organization);
    const name = fileNameOf('poluchateli', periodFrom, periodTo, streetOf(address));
    await write(name, payeesSheet(head, rows, sum.tail()));
  });
  await recordExport(caller, {
    format,
    action: 'turnover.payees-exported',
    object,
    organizationId,
    asked: { periodFrom, periodTo },
  });
}

type House = { readonly organizationId: number; readonly houseId: number };

type NamedParty = Pick<PayeeTurnover, 'name' | 'inn'>;

type Sum = {
  readonly add: (trx: Trx, house: House, months: ReportMonths) => Promise<void>;
  readonly rows: (organization: NamedParty) => readonly PayeeTurnover[];
  readonly tail: () => Pick<PayeesReport, 'totals' | 'control'>;
};

/** Rewards are rounded per house, so that the houses' rewards add up to the organization's. */
function openSum(payees: readonly PayeeRow[]): Sum {
  const payeeOf = new Map(payees.map((payee) => [payee.id, payee]));
  const sums = new Map<PayeeKey, Both>([[null, NOTHING_MOVED]]);
  const rewards = new Map<PayeeKey, Kopecks>();
  const control = {
    openingPrincipal: 0n,
    openingPenalty: 0n,
    closingPrincipal: 0n,
    closingPenalty: 0n,
    paid: 0n,
  };
  return {
    add: async (trx, house, { from, to, periodFrom, periodTo }) => {
      const of = { ...house, from, to };
      const lines = await readAccountLines(trx, of, await readHousePayees(trx, house));
      const months = { from: periodFrom, to: periodTo };
      const accounts = Array.from(lines.values(), (account) => turnoverByPayee(account, months));
      for (const [key, both] of sumPayees(accounts)) {
        sums.set(key, addBoth(sums.get(key) ?? NOTHING_MOVED, both));
        const percent = typeof key === 'number' ? (payeeOf.get(key)?.agencyReward ?? null) : null;
        rewards.set(key, (rewards.get(key) ?? 0n) + rewardOf(paidOf(both), percent));
      }
      const booked = sumTurnover(await readHouseTurnover(trx, of));
      for (const name of Object.keys(control) as (keyof typeof control)[])
        control[name] += booked[name];
    },
    rows: (organization) => {
      const toRow = ([key, both]: readonly [PayeeKey, Both]): PayeeTurnover => ({
        ...namesOf(key, payeeOf, organization),
        ...showBoth(both),
        ...transferOf(key, both, rewards.get(key) ?? 0n),
      });
      return [...sums]
        .toSorted(([one], [other]) => rankOf(one) - rankOf(other))
        .filter(([, both]) => isMoved(both))
        .map(toRow);
    },
    tail: () => {
      const all = [...sums.values()].reduce(addBoth, NOTHING_MOVED);
      const reward = sumOf(rewards.values());
      const paid = [...sums].reduce(
        (total, [key, both]) => (typeof key === 'number' ? total + paidOf(both) : total),
        0n,
      );
      return {
        totals: {
          ...showBoth(all),
          agencyReward: formatKopecks(reward),
          toTransfer: formatKopecks(paid - reward),
        },
        control: {
          opening: inRoubles(
            all.principal.opening - control.openingPrincipal,
            all.penalty.opening - control.openingPenalty,
          ),
          closing: inRoubles(
            all.principal.closing - control.closingPrincipal,
            all.penalty.closing - control.closingPenalty,
          ),
          paid: formatKopecks(paidOf(all) - control.paid),
        },
      };
    },
  };
}

/** The order of rows: the organization, its payees by id, then advances. */
function rankOf(key: PayeeKey): number {
  return key === 'advance' ? Infinity : (key ?? 0);
}

function namesOf(
  key: PayeeKey,
  payeeOf: ReadonlyMap<number, PayeeRow>,
  { name, inn }: NamedParty,
): Pick<PayeeTurnover, 'kind' | 'payeeId' | 'name' | 'inn'> {
  if (key === 'advance') return { kind: 'advance', payeeId: null, name: '', inn: null };
  if (key === null) return { kind: 'organization', payeeId: null, name, inn };
  const payee = payeeOf.get(key);
  return { kind: 'payee', payeeId: key, name: payee?.name ?? '', inn: payee?.inn ?? null };
}

/** Nothing is transferred to the organization itself, and the payee of an advance is not known yet. */
function transferOf(
  key: PayeeKey,
  both: Both,
  reward: Kopecks,
): Pick<PayeeTurnover, 'agencyReward' | 'toTransfer'> {
  return {
    agencyReward: formatKopecks(reward),
    toTransfer: formatKopecks(typeof key === 'number' ? paidOf(both) - reward : 0n),
  };
}
