// /payments/imports/:importId: the outcome of one registry.
import type {
  PaymentImport,
  PaymentImportReason,
} from '@kvartplata/contracts/billing/payment-imports.ts';
import { listUnidentifiedPayments } from '@kvartplata/contracts/billing/unidentified-payments.ts';
import type { AnswerOf } from '@kvartplata/contracts/endpoint.ts';
import { sumOfMoney } from '@kvartplata/domain/money/sums.ts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useWorkedMonth } from '../features/cycles/cycles.ts';
import { ImportProgress } from '../features/payment-imports/import-progress.tsx';
import { ImportReport } from '../features/payment-imports/import-report.tsx';
import { ImportStorno } from '../features/payment-imports/import-storno.tsx';
import { importOf } from '../features/payment-imports/payment-imports.ts';
import { AccountName } from '../features/personal-accounts/account-name.tsx';
import { showInstant, showMonth } from '../lib/days.ts';
import { showFigure } from '../lib/figures.ts';
import { read } from '../lib/reads.ts';
import { sourceName } from '@kvartplata/contracts/billing/payment-sources.ts';
import { counted, countedEn, inBoth, useLanguage, useWords } from '../lib/words.ts';
import { NextStep } from '../ui/next-step.tsx';
import { Page } from '../ui/page.tsx';
import { PaymentTabs } from './payment-tabs.tsx';
import { OfRecord } from './of-record.tsx';

const WORDS = inBoth(
  {
    imports: 'Реестры банков',
    title: (file: string) => `Реестр ${file}`,
    dryRun: 'Это была только проверка: ничего не записано.',
    booked: 'Записан',
    rejected: 'посмотрите отклонённые строки – деньги по ним не записаны',
    unidentified: (count: number, amount: string) =>
      `решите, чьи это деньги: ${counted(count, 'платёж', 'платежа', 'платежей')} на ${amount} ₽`,
    manyUnidentified: 'решите, чьи это деньги, по каждому невыясненному платежу',
    steps: (steps: string) => `${steps}; затем вернитесь к месяцу.`,
    settled: 'невыясненные платежи разобраны, вернитесь к месяцу.',
    complete: 'все платежи записаны, вернитесь к месяцу.',
    waiting: 'Разобрать невыясненные',
    month: (month: string) => `К месяцу: ${month}`,
  },
  {
    imports: 'Bank registries',
    title: (file) => `Registry ${file}`,
    dryRun: 'This was only a check: nothing was booked.',
    booked: 'Booked',
    rejected: 'look at the rejected rows – their money is not booked',
    unidentified: (count, amount) =>
      `decide whose money it is: ${countedEn(count, 'payment')}, ${amount} ₽`,
    manyUnidentified: 'decide whose money each unidentified payment is',
    steps: (steps) => `${steps}; then go back to the month.`,
    settled: 'the unidentified payments are settled, go back to the month.',
    complete: 'all payments are booked, go back to the month.',
    waiting: 'To unidentified',
    month: (month) => `To the month: ${month}`,
  },
);
const route = getRouteApi('/signed-in/payments/imports/$importId');

export function PaymentImportPage(): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const id = Number(route.useParams().importId);
  const { data } = useQuery(importOf(id));
  return (
    <OfRecord organizationId={data?.organizationId}>
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
                        <ImportStorno of={ended} />
                      </div>
                    </>
                  )}
                </div>
                {!ended.dryRun && ended.reversal === null && <AfterRegistry of={ended} />}
              </div>
              <ImportReport of={ended} nameOf={(accountId) => <AccountName id={accountId} />} />
            </>
          )}
        </ImportProgress>
      </Page>
    </OfRecord>
  );
}

/** Money without an account first; then the month being worked on. */
function AfterRegistry({ of }: { readonly of: PaymentImport }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const hasRejected = of.reasons.some(isUnbooked);
  const period = useWorkedMonth(of.organizationId);
  const hasUnidentified = of.quarantined > 0;
  const { data: waiting } = useQuery({ ...waitingOf(of), enabled: hasUnidentified });
  const isWaiting = hasUnidentified && waiting?.items.length !== 0;
  return (
    <div className="body">
      <NextStep what={what()}>
        {isWaiting && (
          <Link className="button primary" to="/payments/unidentified">
            {t.waiting}
          </Link>
        )}
        {period !== undefined && (
          <Link
            className={isWaiting ? 'button' : 'button primary'}
            to="/month/$period"
            params={{ period }}
            hash="step-payments"
          >
            {t.month(showMonth(period, language))}
          </Link>
        )}
      </NextStep>
    </div>
  );

  function what(): string {
    const steps = [
      ...(hasRejected ? [t.rejected] : []),
      ...(isWaiting ? [sayWaiting(waiting, t)] : []),
    ];
    if (steps.length > 0) return t.steps(steps.join('; '));
    return hasUnidentified ? t.settled : t.complete;
  }
}

/** No figures until all of them are known: a page may not hold all that wait. */
function sayWaiting(
  waiting: AnswerOf<typeof listUnidentifiedPayments> | undefined,
  t: (typeof WORDS)['ru'],
): string {
  if (waiting === undefined || waiting.nextCursor !== null) return t.manyUnidentified;
  const amount = sumOfMoney(waiting.items.map((payment) => payment.amount));
  return t.unidentified(waiting.items.length, showFigure(amount));
}

/** Rows whose money came in another row, or that bring none. */
const WITHOUT_MONEY = ['already-taken', 'repeats-line', 'subsidy-refused', 'nothing-to-credit'];

function isUnbooked({ status, code }: PaymentImportReason): boolean {
  return status === 'rejected' && !WITHOUT_MONEY.includes(code);
}

/** Those of its payments that are still unidentified. */
function waitingOf({ id, organizationId }: PaymentImport) {
  return read(listUnidentifiedPayments, {
    query: { organizationId, importId: id, status: 'WAITING', limit: 200 },
  });
}
