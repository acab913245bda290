// The charges of an account in a month; each opens to the steps that it follows from.
import type { Charge } from '@kvartplata/contracts/billing/charges.ts';
import { LINE_NAMES } from '@kvartplata/domain/charging/charging-methods.ts';
import { sumOfMoney } from '@kvartplata/domain/money/sums.ts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { showMonth } from '../../lib/days.ts';
import { isProduct, showFigure, showShortFigure } from '../../lib/figures.ts';
import { useMay } from '../../lib/role.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Answered, Empty } from '../../ui/states.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { ChargeStorno } from './charge-storno.tsx';
import { ChargeSteps } from './charge-steps.tsx';
import { chargesOf } from './charges.ts';

const WORDS = inBoth(
  {
    caption: 'Начисления',
    service: 'Услуга',
    volume: 'Объём',
    tariff: 'Тариф',
    amount: 'Сумма, ₽',
    action: 'Действие',
    together: 'Итого по услугам',
    withoutReversed: 'Итого по услугам без сторнированных',
    corrects: 'за',
    none: 'В этом месяце начислений нет.',
    DRAFT: 'не проведено',
    REVERSED: 'сторнировано',
  },
  {
    caption: 'Charges',
    service: 'Service',
    volume: 'Volume',
    tariff: 'Tariff',
    amount: 'Amount, ₽',
    action: 'Action',
    together: 'Total of services',
    withoutReversed: 'Total of services, without reversed ones',
    corrects: 'for',
    none: 'No charges this month.',
    DRAFT: 'not applied',
    REVERSED: 'reversed',
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
  const factors = useFactors();
  const query = useQuery(chargesOf(accountId, period));
  const [opened, setOpened] = useState<number>();
  const mayWork = useMay('accountant');
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
            detail={({ id }) => (id === opened ? <ChargeSteps chargeId={id} /> : undefined)}
            columns={[
              {
                title: t.service,
                isName: true,
                total: charges.every(isStanding) ? t.together : t.withoutReversed,
                cell: (charge) => (
                  <Service
                    charge={charge}
                    isOpen={charge.id === opened}
                    onPress={() => setOpened(charge.id === opened ? undefined : charge.id)}
                  />
                ),
              },
              ...factors,
              {
                title: t.amount,
                isFigure: true,
                cell: ({ amount }) => showFigure(amount),
                total: showFigure(
                  sumOfMoney(charges.filter(isStanding).map(({ amount }) => amount)),
                ),
              },
              ...(mayWork && charges.some(({ status }) => status === 'APPLIED')
                ? [
                    {
                      title: t.action,
                      isAction: true,
                      cell: (charge: Charge): ReactElement => (
                        <ChargeStorno of={charge} benefits={benefitsOn(charge, charges)} />
                      ),
                    },
                  ]
                : []),
            ]}
          />
        )
      }
    </Answered>
  );
}

function benefitsOn(of: Charge, charges: readonly Charge[]): readonly Charge[] {
  return charges.filter(
    (line) =>
      line.rateType === 'benefit' &&
      of.rateType !== 'benefit' &&
      line.houseServiceId === of.houseServiceId &&
      isStanding(line),
  );
}

/** A reversed one counts no longer. */
function isStanding({ status }: Charge): boolean {
  return status !== 'REVERSED';
}

/** The volume and the tariff, if they give the amount. */
function useFactors(): readonly Column<Charge>[] {
  const t = useWords(WORDS);
  return [
    {
      title: t.volume,
      isFigure: true,
      cell: (charge) =>
        isFactored(charge) ? `${showShortFigure(charge.consumption)} ${charge.unit}` : '—',
    },
    {
      title: t.tariff,
      isFigure: true,
      isExtra: true,
      cell: (charge) => (isFactored(charge) ? showShortFigure(charge.tariff) : '—'),
    },
  ];
}

/** A recalculation is a difference: next to a volume and a tariff that do not give it, it would look like an error. */
function isFactored({ rateType, consumption, tariff, amount }: Charge): boolean {
  const isDifference = rateType === 'recalculation' || rateType === 'benefit';
  return !isDifference || isProduct(consumption, tariff, amount);
}

/** The charged service; it opens the steps. */
function Service({
  charge: { serviceName, rateType, status, explanation },
  isOpen,
  onPress,
}: {
  readonly charge: Charge;
  readonly isOpen: boolean;
  readonly onPress: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const kind = LINE_NAMES[rateType]?.[language];
  const correction = explanation.correction;
  const month =
    correction === undefined
      ? ''
      : ` ${t.corrects} ${correction.year ?? showMonth(correction.period, language)}`;
  return (
    <>
      <button className="link" type="button" aria-expanded={isOpen} onClick={onPress}>
        {serviceName}
      </button>
      {kind !== undefined && (
        <span className="small soft">
          {' '}
          ({kind}
          {month})
        </span>
      )}{' '}
      {status !== 'APPLIED' && <span className="badge odd">{t[status]}</span>}
    </>
  );
}
