// A link to the bank details that a refused receipt lacks, of the organization or its payees: they are on one page.
import { isRefused } from '@kvartplata/client/request-failure.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { inBoth, useWords } from '../lib/words.ts';

const WORDS = inBoth(
  {
    card: 'К карточке организации',
    payees: 'К получателям: незаполненные там отмечены',
  },
  {
    card: 'To the organization’s details',
    payees: 'To the payees: the incomplete ones are marked there',
  },
);

export function BankDetailsLink({ error }: { readonly error: unknown }): ReactNode {
  const t = useWords(WORDS);
  if (isRefused(error, 'bank-details-missing')) return <Link to="/organization">{t.card}</Link>;
  if (isRefused(error, 'payee-details-missing')) return <Link to="/organization">{t.payees}</Link>;
  return null;
}
