// The frame of a page about one thing in a month, with the way back to the month.
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { showMonth } from '../lib/days.ts';
import { inBoth, useLanguage, useWords } from '../lib/words.ts';
import { Page } from '../ui/page.tsx';
import { OfOrganization } from './of-organization.tsx';

const WORDS = inBoth(
  { month: (month: string) => `Месяц: ${month}` },
  { month: (month) => `Month: ${month}` },
);

export function MonthFrame({
  title,
  period,
  children,
}: {
  /** The month is added to it. */
  readonly title: string;
  readonly period: string;
  readonly children: (organizationId: number) => ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  const month = showMonth(period, useLanguage());
  return (
    <OfOrganization>
      {({ id }) => (
        <Page
          title={`${title}: ${month}`}
          trail={[
            <Link key="month" to="/month/$period" params={{ period }}>
              {t.month(month)}
            </Link>,
          ]}
        >
          {children(id)}
        </Page>
      )}
    </OfOrganization>
  );
}
