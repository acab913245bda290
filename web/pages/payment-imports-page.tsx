// /payments/imports: importing a bank's registry, and earlier ones.
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { ImportList } from '../features/payment-imports/import-list.tsx';
import { RegistryImport } from '../features/payment-imports/registry-import.tsx';
import { AccountName } from '../features/personal-accounts/account-name.tsx';
import { inBoth, useWords } from '../lib/words.ts';
import { PaymentFiles } from './payment-files.tsx';

const WORDS = inBoth({ title: 'Реестры банков' }, { title: 'Bank registries' });

export function PaymentImportsPage(): ReactElement {
  const t = useWords(WORDS);
  const navigate = useNavigate();
  return (
    <PaymentFiles
      title={t.title}
      form={(id) => (
        <RegistryImport
          key={id}
          organizationId={id}
          nameOf={(accountId) => <AccountName id={accountId} />}
          onBooked={(importId) =>
            void navigate({
              to: '/payments/imports/$importId',
              params: { importId: String(importId) },
            })
          }
        />
      )}
      list={(id) => <ImportList organizationId={id} />}
    />
  );
}
