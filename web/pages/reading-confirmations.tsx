// Confirmed odd readings: a check's accepted remarks, shown on the rows of their readings.
import type { Remark } from '@kvartplata/contracts/billing/closing-checks.ts';
import { createCycle } from '@kvartplata/contracts/billing/cycles.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactElement, type ReactNode } from 'react';
import { acceptRemarks, remarksOf } from '../features/closing-checks/remarks.ts';
import { closedWith, periodOf } from '../features/cycles/cycle-months.ts';
import { cyclesOf } from '../features/cycles/cycles.ts';
import { membersOf, nameOf } from '../features/members/members.ts';
import { call } from '../lib/api.ts';
import { figuresOf, showDayOf } from '../lib/days.ts';
import { reloadBilling } from '../lib/queries.ts';
import { useMay } from '../lib/role.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ReasonForm } from '../ui/reason-form.tsx';
import { tell } from '../ui/toasts.tsx';

const WORDS = inBoth(
  {
    right: 'Верно',
    confirm: (meter: string) => `Показание верно: прибор ${meter}`,
    what: 'Пока показание и показания до него те же, о нём больше не спросят: ни здесь, ни перед закрытием месяца.',
    confirmed: (note: string) => `верно: ${note}`,
    told: (note: string, who: string, day: string) => `Верно: ${note} (${who}, ${day})`,
    somebody: 'бухгалтер',
    done: 'Показание подтверждено.',
  },
  {
    right: 'Correct',
    confirm: (meter) => `The reading of meter ${meter} is correct`,
    what: 'As long as the reading and those before it stay the same, nobody is asked about it again, here or before the month is closed.',
    confirmed: (note) => `correct: ${note}`,
    told: (note, who, day) => `Correct: ${note} (${who}, ${day})`,
    somebody: 'an accountant',
    done: 'Reading confirmed.',
  },
);

const CHECK = 'odd-readings';

type OddRow = { readonly meterId: number; readonly serialNumber: string };

export type Confirmations = {
  /** Meters whose reading of the month somebody has confirmed. */
  readonly confirmed: ReadonlySet<number>;
  /** For the row of an odd reading: who has confirmed it and why, or a button to confirm it. */
  readonly noteOf: (row: OddRow) => ReactNode;
  /** The dialog that is open. */
  readonly dialog: ReactNode;
};

/** @param houseId only this house */
export function useConfirmations(
  organizationId: number | undefined,
  period: string,
  houseId?: number,
): Confirmations {
  const t = useWords(WORDS);
  const [asked, setAsked] = useState<OddRow>();
  const cycles = useQuery({
    ...cyclesOf(organizationId ?? 0),
    enabled: organizationId !== undefined,
  });
  const cycle = cycles.data?.find((each) => periodOf(each) === period);
  const isClosed =
    cycle?.status === 'CLOSED' || closedWith(cycles.data ?? [], period) !== undefined;
  const mayConfirm = useMay('accountant') && cycles.data !== undefined && !isClosed;
  const { data: remarks } = useQuery({
    ...remarksOf(cycle?.id ?? 0, { check: CHECK, houseId }),
    enabled: cycle !== undefined,
  });
  const { data: members = [] } = useQuery({
    ...membersOf(organizationId ?? 0),
    enabled: organizationId !== undefined,
  });
  const accepted = useMemo(
    () =>
      new Map(
        (remarks?.items ?? []).flatMap((remark) =>
          remark.accepted === null || remark.meterId === undefined
            ? []
            : [[remark.meterId, remark.accepted] as const],
        ),
      ),
    [remarks],
  );

  const noteOf = (row: OddRow): ReactNode => {
    const found = accepted.get(row.meterId);
    if (found !== undefined) {
      const member = members.find(({ userId }) => userId === found.by);
      return <Confirmed of={found} who={member === undefined ? undefined : nameOf(member)} />;
    }
    if (!mayConfirm) return undefined;
    return (
      <Button
        kind="quiet"
        className="in-table"
        aria-label={t.confirm(row.serialNumber)}
        onClick={() => setAsked(row)}
      >
        {t.right}
      </Button>
    );
  };

  return {
    confirmed: useMemo(() => new Set(accepted.keys()), [accepted]),
    noteOf,
    dialog:
      asked === undefined || organizationId === undefined ? undefined : (
        <Confirmation
          row={asked}
          month={{ organizationId, period, cycleId: cycle?.id }}
          onDone={() => setAsked(undefined)}
        />
      ),
  };
}

function Confirmed({
  of: { note, at },
  who,
}: {
  readonly of: NonNullable<Remark['accepted']>;
  readonly who: string | undefined;
}): ReactElement {
  const t = useWords(WORDS);
  const day = showDayOf(at);
  return (
    <span className="small soft" title={t.told(note, who ?? t.somebody, day)}>
      {t.confirmed(note)}
    </span>
  );
}

function Confirmation({
  row: { meterId, serialNumber },
  month,
  onDone,
}: {
  readonly row: OddRow;
  readonly month: OpenMonth;
  readonly onDone: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  async function confirm(note: string, key: string): Promise<void> {
    const cycleId = await cycleOf(month);
    const remarks = [{ check: CHECK, key: String(meterId) } as const];
    await acceptRemarks(cycleId, { remarks, note }, key);
    await reloadBilling();
    tell(t.done);
    onDone();
  }
  return (
    <Dialog title={t.confirm(serialNumber)} onClose={onDone}>
      <div className="stack">
        <p>{t.what}</p>
        <ReasonForm save={t.right} act={confirm} onCancel={onDone} />
      </div>
    </Dialog>
  );
}

type OpenMonth = {
  readonly organizationId: number;
  readonly period: string;
  /** Undefined while the month has no cycle. */
  readonly cycleId: number | undefined;
};

/** A confirmation is stored with the month's cycle, which may not exist yet. */
async function cycleOf({ organizationId, period, cycleId }: OpenMonth): Promise<number> {
  if (cycleId !== undefined) return cycleId;
  const { id } = await call(createCycle, { body: { organizationId, ...figuresOf(period) } });
  return id;
}
