// /payments/imports/:importId: what became of one registry.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { ImportProgress } from '../features/payment-imports/import-progress.tsx';
import { ImportReport } from '../features/payment-imports/import-report.tsx';
import { ImportStorno } from '../features/payment-imports/import-storno.tsx';
import { importOf } from '../features/payment-imports/payment-imports.ts';
import { AccountName } from '../features/personal-accounts/account-name.tsx';
import { showInstant } from '../lib/days.ts';
import { sourceName } from '../lib/payment-sources.ts';
import { inBoth, useLanguage, useWords } from '../lib/words.ts';
import { Page } from '../ui/page.tsx';
import { PaymentTabs } from './payment-tabs.tsx';
import { RoleIn } from './role-in.tsx';

const WORDS = inBoth(
  {
    imports: 'Реестры банков',
    title: (file: string) => `Реестр ${file}`,
    dryRun: 'Это была только проверка: ничего не записано.',
    booked: 'Записан',
    waiting: 'Разобрать невыясненные',
  },
  {
    imports: 'Bank registries',
    title: (file) => `Registry ${file}`,
    dryRun: 'This was only a check: nothing was booked.',
    booked: 'Booked',
    waiting: 'To unidentified',
  },
);
const route = getRouteApi('/signed-in/payments/imports/$importId');

export function PaymentImportPage(): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const id = Number(route.useParams().importId);
  const { data } = useQuery(importOf(id));
  return (
    <RoleIn organizationId={data?.organizationId}>
      <Page
        title={t.title(data?.fileName ?? String(id))}
        trail={[
          <Link key="imports" to="/payments/imports">
            {t.imports}
          </Link>,
        ]}
      >
        <PaymentTabs />
        <ImportProgress id={id}>
          {(ended) => (
            <>
              <div className="sheet">
                <div className="body row">
                  <span>
                    {sourceName(ended.profile, language)} · {showInstant(ended.createdAt)}
                  </span>
                  {ended.dryRun ? (
                    <strong>{t.dryRun}</strong>
                  ) : (
                    <>
                      {ended.reversal === null && <span className="badge good">{t.booked}</span>}
                      <div className="row push">
                        {ended.quarantined > 0 && ended.reversal === null && (
                          <Link className="button" to="/payments/unidentified">
                            {t.waiting}
                          </Link>
                        )}
                        <ImportStorno of={ended} />
                      </div>
                    </>
                  )}
                </div>
              </div>
              <ImportReport of={ended} nameOf={(accountId) => <AccountName id={accountId} />} />
            </>
          )}
        </ImportProgress>
      </Page>
    </RoleIn>
  );
}
