// Compares what was copied with its source.
import { verifyLedger } from '@kvartplata/billing-service/src/books/ledger-verification/ledger-verification.service.ts';
import type { Executor } from '@kvartplata/platform/database/executor.ts';
import {
  fingerprintFormer,
  fingerprintOwn,
  sumAppliedByMonth,
  sumBilling,
  sumBillsByMonth,
  sumChargesByMonth,
  sumCore,
  sumFormer,
  type MonthSum,
  type Sums,
} from './compare.repository.ts';
import { inPicture } from './picture.ts';
import type { Plan } from './plan.ts';
import type { Targets } from './targets.ts';

export type ComparedTable = {
  /** For example `core.rooms`; for a part of a table, its description. */
  readonly what: string;
  readonly formerTable: string;
  readonly formerRows: number;
  readonly ownRows: number;
  /** Compares every copied column of every row. */
  readonly agrees: boolean;
};

export type ComparedSum = {
  readonly what: string;
  readonly former: string;
  readonly own: string;
  readonly agrees: boolean;
};

export type ComparedMonth = {
  readonly month: string;
  readonly bills: number;
  readonly charges: number;
  readonly billed: string;
  readonly charged: string;
  readonly applied: string;
  readonly agrees: boolean;
};

export type Comparison = {
  readonly tables: readonly ComparedTable[];
  readonly sums: readonly ComparedSum[];
  readonly months: readonly ComparedMonth[];
  /** Accounts whose balance is not the sum of their entries. */
  readonly drifting: number;
};

const SUMS: readonly (readonly [key: string, what: string])[] = [
  ['area', 'area of rooms, m²'],
  ['persons', 'registered persons'],
  ['readings', 'last readings'],
  ['billed', 'bills, roubles'],
  ['paid', 'paid, roubles'],
  ['debt', 'debt, roubles'],
];

export function agrees({ tables, sums, months, drifting }: Comparison): boolean {
  return drifting === 0 && [...tables, ...sums, ...months].every((one) => one.agrees);
}

/** @param former a snapshot with times in UTC, as from `inPicture`. @throws the signal's reason */
export async function compare(
  former: Executor,
  targets: Targets,
  plan: Plan,
  signal: AbortSignal,
): Promise<Comparison> {
  return inPicture(targets.auth, async (auth) =>
    inPicture(targets.core, async (core) =>
      inPicture(targets.billing, async (billing) => {
        const tables: ComparedTable[] = [];
        for (const { target, transfer, table } of plan.all) {
          signal.throwIfAborted();
          const was = await fingerprintFormer(former, transfer, table);
          const own = { auth, core, billing }[target];
          const is = await fingerprintOwn(own, transfer, table);
          tables.push({
            what: `${target} ${transfer.table}${partOf(transfer.tableWhere)}`,
            formerTable: transfer.former,
            formerRows: was.rows,
            ownRows: is.rows,
            agrees: was.rows === is.rows && was.fingerprint === is.fingerprint,
          });
        }
        return {
          tables,
          sums: compareSums(await sumFormer(former), {
            ...(await sumCore(core)),
            ...(await sumBilling(billing)),
          }),
          months: compareMonths(
            await sumBillsByMonth(former),
            await sumChargesByMonth(billing),
            await sumAppliedByMonth(billing),
          ),
          drifting: (await verifyLedger(billing)).drift.length,
        };
      }),
    ),
  );
}

function partOf(where: string | undefined): string {
  const [, type] = /'(\w+)'/.exec(where ?? '') ?? [];
  return type === undefined ? '' : ` (${type})`;
}

function compareSums(former: Sums, own: Sums): readonly ComparedSum[] {
  return SUMS.map(([key, what]) => {
    const [was = '', is = ''] = [former[key], own[key]];
    return { what, former: was, own: is, agrees: was === is };
  });
}

function compareMonths(
  bills: readonly MonthSum[],
  charges: readonly MonthSum[],
  applied: readonly MonthSum[],
): readonly ComparedMonth[] {
  const months = new Set([...bills, ...charges, ...applied].map(({ month }) => month));
  return [...months].sort().map((month) => {
    const [was, is, booked] = [bills, charges, applied].map(
      (sums) => sums.find((one) => one.month === month) ?? { month, rows: 0, amount: '0.00' },
    ) as [MonthSum, MonthSum, MonthSum];
    return {
      month,
      bills: was.rows,
      charges: is.rows,
      billed: was.amount,
      charged: is.amount,
      applied: booked.amount,
      agrees: [is, booked].every(({ rows, amount }) => rows === was.rows && amount === was.amount),
    };
  });
}
