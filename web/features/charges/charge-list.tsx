// The charges of an account in a month; each opens into the steps that it follows from, with their articles.
import type { Charge } from '@kvartplata/contracts/billing/charges.ts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { showFigure, showShortFigure, sumOf } from '../../lib/figures.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Answered, Empty } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { chargesOf, explainedCharge } from './charges.ts';

const WORDS = inBoth(
  {
    caption: 'Начисления',
    service: 'Услуга',
    volume: 'Объём',
    tariff: 'Тариф',
    amount: 'Сумма, ₽',
    together: 'Итого',
    none: 'В этом месяце начислений нет.',
    DRAFT: 'не проведено',
    REVERSED: 'сторнировано',
    excess: 'повышающий коэффициент',
    recalculation: 'перерасчёт',
    agrees: 'Пересчёт по этим шагам даёт ту же сумму.',
    differs: (amount: string) => `Пересчёт по этим шагам даёт другую сумму: ${amount} ₽.`,
  },
  {
    caption: 'Charges',
    service: 'Service',
    volume: 'Volume',
    tariff: 'Tariff',
    amount: 'Amount, ₽',
    together: 'Together',
    none: 'The month has no charges.',
    DRAFT: 'not applied',
    REVERSED: 'reversed',
    excess: 'coefficient',
    recalculation: 'recalculation',
    agrees: 'Computed again by these steps it is the same amount.',
    differs: (amount) => `Computed again by these steps it is another amount: ${amount} ₽.`,
  },
);

export function ChargeList({
  accountId,
  period,
}: {
  readonly accountId: number;
  readonly period: string;
}): ReactElement {
  const t = useWords(WORDS);
  const query = useQuery(chargesOf(accountId, period));
  const [opened, setOpened] = useState<number>();
  const kindOf = ({ rateType }: Charge): string | undefined =>
    rateType === 'excess' || rateType === 'recalculation' ? t[rateType] : undefined;
  return (
    <Answered query={query}>
      {(charges) =>
        charges.length === 0 ? (
          <Empty>{t.none}</Empty>
        ) : (
          <Table
            caption={t.caption}
            rows={charges}
            keyOf={({ id }) => id}
            detail={({ id }) => (id === opened ? <Explanation chargeId={id} /> : undefined)}
            columns={[
              {
                title: t.service,
                isName: true,
                total: t.together,
                cell: (charge) => (
                  <>
                    <button
                      className="link"
                      type="button"
                      aria-expanded={charge.id === opened}
                      onClick={() => setOpened(charge.id === opened ? undefined : charge.id)}
                    >
                      {charge.serviceName}
                    </button>
                    {kindOf(charge) !== undefined && (
                      <span className="small soft">, {kindOf(charge)}</span>
                    )}{' '}
                    {charge.status !== 'APPLIED' && (
                      <span className="badge odd">{t[charge.status]}</span>
                    )}
                  </>
                ),
              },
              {
                title: t.volume,
                isFigure: true,
                cell: ({ consumption, unit }) => `${showShortFigure(consumption)} ${unit}`,
              },
              {
                title: t.tariff,
                isFigure: true,
                isExtra: true,
                cell: ({ tariff }) => showShortFigure(tariff),
              },
              {
                title: t.amount,
                isFigure: true,
                cell: ({ amount }) => showFigure(amount),
                total: showFigure(sumOf(charges.map(({ amount }) => amount))),
              },
            ]}
          />
        )
      }
    </Answered>
  );
}

function Explanation({ chargeId }: { readonly chargeId: number }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const query = useQuery(explainedCharge(chargeId));
  return (
    <Answered query={query}>
      {({ steps, agrees, replayedAmount }) => (
        <div className="explanation">
          <ol>
            {steps.map((step) => (
              <li key={step.ru}>
                {step[language]}
                {step.article !== null && (
                  <span className="small soft"> {step.article[language]}</span>
                )}
              </li>
            ))}
          </ol>
          <p className={agrees ? 'credit' : 'debt'}>
            {agrees ? t.agrees : t.differs(showFigure(replayedAmount))}
          </p>
        </div>
      )}
    </Answered>
  );
}
