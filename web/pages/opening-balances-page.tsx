// /payments/opening: importing what accounts owed before the company's books were kept here, and earlier files.
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { OpeningImportForm } from '../features/opening-balances/opening-import.tsx';
import { OpeningList } from '../features/opening-balances/opening-list.tsx';
import { inBoth, useWords } from '../lib/words.ts';
import { PaymentFiles } from './payment-files.tsx';

const WORDS = inBoth({ title: 'Начальные остатки' }, { title: 'Opening balances' });

export function OpeningBalancesPage(): ReactElement {
  const t = useWords(WORDS);
  const navigate = useNavigate();
  return (
    <PaymentFiles
      title={t.title}
      form={(id) => (
        <OpeningImportForm
          key={id}
          organizationId={id}
          onBooked={(importId) =>
            void navigate({
              to: '/payments/opening/$importId',
              params: { importId: String(importId) },
            })
          }
        />
      )}
      list={(id) => <OpeningList organizationId={id} />}
    />
  );
}
