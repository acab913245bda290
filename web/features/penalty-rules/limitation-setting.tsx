// Whether payments without a named month skip time-barred debts in the organization, as of today; it is changed as a rule.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { today } from '../../lib/days.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Sheet } from '../../ui/page.tsx';
import { Answered } from '../../ui/states.tsx';
import { penaltyRules } from './penalty-rules.ts';

const WORDS = inBoth(
  {
    title: 'Разноска платежей',
    on: 'Платёж без месяца не гасит долг, срок оплаты которого прошёл больше трёх лет назад.',
    off: 'Исковая давность не учитывается: платёж без месяца гасит самый старый долг.',
    houses: 'В некоторых домах иначе.',
    change: 'Изменить в правилах',
  },
  {
    title: 'Allocation of payments',
    on: 'A payment without a month passes over debts due more than three years ago.',
    off: 'The limitation is not applied: a payment without a month pays the oldest debt.',
    houses: 'Some houses differ.',
    change: 'Change it in the rules',
  },
);

export function LimitationSetting({
  organizationId,
}: {
  readonly organizationId: number;
}): ReactElement {
  const t = useWords(WORDS);
  const query = useQuery(penaltyRules(organizationId));
  return (
    <Sheet title={t.title}>
      <div className="body">
        <Answered query={query}>
          {({ items }) => {
            const now = today();
            const rules = items.filter(
              ({ kind, validFrom, validTo }) =>
                kind === 'limitation' && validFrom <= now && (validTo === null || now <= validTo),
            );
            const isOff = rules.some(({ houseId, value }) => houseId === null && value === false);
            const differs = rules.some(({ houseId }) => houseId !== null);
            return (
              <p>
                {isOff ? t.off : t.on} {differs && t.houses}{' '}
                <Link to="/penalties/rules">{t.change}</Link>
              </p>
            );
          }}
        </Answered>
      </div>
    </Sheet>
  );
}
