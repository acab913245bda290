// What an account owed by the end of a day.
import type { AccountBalance } from '@kvartplata/contracts/billing/account-balances.ts';
import { sumOfMoney } from '@kvartplata/domain/money/sums.ts';
import { useState, type ReactElement } from 'react';
import { parseDay, showDay, today } from '../../lib/days.ts';
import { showFigure, showRoubles } from '../../lib/figures.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { askBalanceOn } from './account-balances.ts';

const WORDS = inBoth(
  {
    open: 'Сальдо на день',
    day: 'На конец дня',
    hint: 'Считается всё, что действует к этому дню, когда бы оно ни было проведено',
    dayWrong: 'Нужна дата, например 25.11.2026',
    show: 'Показать',
    by: (day: string) => `На конец ${day}`,
    principal: 'основной долг',
    penalty: 'пени',
    together: 'всего',
  },
  {
    open: 'Balance on a day',
    day: 'By the end of the day',
    hint: 'All that has effect by that day, whenever it was booked',
    dayWrong: 'Enter a date, such as 25.11.2026',
    show: 'Show',
    by: (day) => `By the end of ${day}`,
    principal: 'principal',
    penalty: 'penalty',
    together: 'together',
  },
);

export function BalanceOnDay({ accountId }: { readonly accountId: number }): ReactElement {
  const t = useWords(WORDS);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" className="in-table screen-only" onClick={() => setOpen(true)}>
        {t.open}
      </Button>
      {isOpen && (
        <Dialog title={t.open} onClose={() => setOpen(false)}>
          <Question accountId={accountId} />
        </Dialog>
      )}
    </>
  );
}

function Question({ accountId }: { readonly accountId: number }): ReactElement {
  const t = useWords(WORDS);
  const [found, setFound] = useState<AccountBalance>();
  const form = useForm({
    initial: { asOf: showDay(today()) },
    savesNothing: true,
    required: ['asOf'],
    check: ({ asOf }) => (parseDay(asOf) === undefined ? { asOf: t.dayWrong } : {}),
    save: async ({ asOf }) => {
      setFound(undefined);
      setFound(await askBalanceOn(accountId, parseDay(asOf) ?? ''));
    },
  });
  return (
    <div className="stack">
      <Form of={form} save={t.show}>
        <TextField
          of={form.field('asOf')}
          label={t.day}
          hint={t.hint}
          inputMode="numeric"
          autoFocus
        />
      </Form>
      {found !== undefined && (
        <p role="status">
          {t.by(showDay(found.asOf ?? ''))}: {t.principal} {showFigure(found.principalDebt)},{' '}
          {t.penalty} {showFigure(found.penaltyDebt)}, {t.together}{' '}
          <strong>{showRoubles(sumOfMoney([found.principalDebt, found.penaltyDebt]))}</strong>
        </p>
      )}
    </div>
  );
}
