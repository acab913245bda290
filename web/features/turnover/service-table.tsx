// How a turnover is divided among the services.
import type { ServiceTurnover } from '@kvartplata/contracts/billing/turnover.ts';
import { sumOfMoney } from '@kvartplata/domain/money/sums.ts';
import type { ReactElement } from 'react';
import { showFigure } from '../../lib/figures.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Empty } from '../../ui/states.tsx';
import { Table, type Column } from '../../ui/table.tsx';

const WORDS = inBoth(
  {
    caption: 'По услугам',
    service: 'Услуга',
    charged: 'Начислено',
    recalculated: 'Перерасчёт',
    storno: 'Сторно',
    ofNone: 'Без услуги',
    together: 'Итого',
    none: 'За эти месяцы по услугам ничего не начислено.',
  },
  {
    caption: 'By service',
    service: 'Service',
    charged: 'Charged',
    recalculated: 'Recalculated',
    storno: 'Storno',
    ofNone: 'Of no service',
    together: 'Total',
    none: 'Nothing charged for services in these months.',
  },
);

/** The report's own name for it; in a report of several houses services have no ids. */
const OF_NONE = WORDS.ru.ofNone;

export function ServiceTable({
  services,
}: {
  readonly services: readonly ServiceTurnover[];
}): ReactElement {
  const t = useWords(WORDS);
  const figure = (
    title: string,
    name: 'charged' | 'recalculated' | 'storno',
  ): Column<ServiceTurnover> => ({
    title,
    isFigure: true,
    isExtra: name === 'storno',
    cell: (service) => showFigure(service[name]),
    total: showFigure(sumOfMoney(services.map((service) => service[name]))),
  });
  if (services.length === 0) return <Empty>{t.none}</Empty>;
  return (
    <Table
      caption={t.caption}
      rows={services}
      keyOf={({ houseServiceId, serviceName }) => houseServiceId ?? serviceName}
      columns={[
        {
          title: t.service,
          isName: true,
          total: t.together,
          cell: ({ serviceName }) => (serviceName === OF_NONE ? t.ofNone : serviceName),
        },
        figure(t.charged, 'charged'),
        figure(t.recalculated, 'recalculated'),
        figure(t.storno, 'storno'),
      ]}
    />
  );
}
