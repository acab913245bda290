// On the card of an account: what its last calculation left out, why, and a link to where it can be corrected.
import { skipWords } from '@kvartplata/contracts/billing/skip-words.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { showMonth } from '../../lib/days.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Sheet } from '../../ui/page.tsx';
import { isChargedIn, skipsOfAccount } from './jobs.ts';
import { CorrectionLink } from './correction-link.tsx';

const WORDS = inBoth(
  {
    title: (month: string) => `Расчёт за ${month}: начислено не полностью`,
    notCharged: (month: string) => `Расчёт за ${month}: не начислено`,
    mend: 'Исправить:',
  },
  {
    title: (month) => `Calculation of ${month}: not charged in full`,
    notCharged: (month) => `Calculation of ${month}: not charged`,
    mend: 'Put right:',
  },
);

/** Nothing if the account is charged in full. */
export function AccountSkips({ accountId }: { readonly accountId: number }): ReactElement | null {
  const t = useWords(WORDS);
  const language = useLanguage();
  const { data, error, refetch } = useQuery(skipsOfAccount(accountId));
  const { data: isCharged = true } = useQuery({
    ...isChargedIn(accountId, data?.period ?? ''),
    enabled: data !== undefined && data.items.length > 0,
  });
  if (error !== null) return <FailureNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined || data.period === null || data.items.length === 0) return null;
  const { period, items } = data;
  const shown = showMonth(period, language);
  return (
    <Sheet title={isCharged ? t.title(shown) : t.notCharged(shown)}>
      <ul className="body">
        {items.map((one) => (
          <li key={skipWords(one).en}>
            <span className="odd">{skipWords(one)[language]}</span>{' '}
            <span className="soft">
              {t.mend} <CorrectionLink of={one} period={period} here="account" />
            </span>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
