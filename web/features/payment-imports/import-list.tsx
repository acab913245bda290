// The imported registries, and their outcomes.
import type { ListedPaymentImport } from '@kvartplata/contracts/billing/payment-imports.ts';
import {
  PROFILE_NAMES,
  type RegistryProfile,
} from '@kvartplata/contracts/billing/registry-profiles.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { showInstant } from '../../lib/days.ts';
import { showFigure } from '../../lib/figures.ts';
import { useAddressChange } from '../../lib/list-address.ts';
import { sourceName } from '@kvartplata/contracts/billing/payment-sources.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Sheet } from '../../ui/page.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Empty } from '../../ui/states.tsx';
import { importsOf } from './payment-imports.ts';

const WORDS = inBoth(
  {
    title: 'Загруженные реестры',
    file: 'Файл',
    at: 'Когда',
    profile: 'Вид',
    all: 'все виды',
    rows: 'Строк',
    matched: 'Записано',
    waiting: 'Ждали решения',
    rejected: 'Отклонено',
    amount: 'Записано, ₽',
    reversed: 'отменён',
    failed: 'не удался',
    underWay: 'разбирается',
    none: 'Реестров пока не загружали.',
  },
  {
    title: 'Imported registries',
    file: 'File',
    at: 'When',
    profile: 'Kind',
    all: 'all kinds',
    rows: 'Rows',
    matched: 'Booked',
    waiting: 'Were waiting',
    rejected: 'Rejected',
    amount: 'Booked, ₽',
    reversed: 'reversed',
    failed: 'failed',
    underWay: 'in progress',
    none: 'No registries imported yet.',
  },
);

export function ImportList({ organizationId }: { readonly organizationId: number }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const { profile: named } = useSearch({ strict: false });
  const profile = PROFILE_NAMES.find((one) => one === named);
  const query = useInfiniteQuery(importsOf(organizationId, profile));
  const badge = ({ status, reversal }: ListedPaymentImport): ReactElement | null => {
    if (reversal !== null) return <span className="badge odd">{t.reversed}</span>;
    if (status === 'FAILED') return <span className="badge debt">{t.failed}</span>;
    return status === 'COMPLETED' ? null : <span className="badge">{t.underWay}</span>;
  };
  return (
    <Sheet title={t.title} actions={<ProfileChoice profile={profile} />}>
      <PagedTable
        query={query}
        caption={t.title}
        keyOf={({ id }) => id}
        empty={<Empty>{t.none}</Empty>}
        columns={[
          {
            title: t.file,
            isName: true,
            cell: (found) => (
              <>
                <Link to="/payments/imports/$importId" params={{ importId: String(found.id) }}>
                  {found.fileName}
                </Link>{' '}
                {badge(found)}
              </>
            ),
          },
          {
            title: t.at,
            isExtra: true,
            cell: ({ createdAt }) => <span className="small">{showInstant(createdAt)}</span>,
          },
          {
            title: t.profile,
            isExtra: true,
            cell: (found) => <span className="small">{sourceName(found.profile, language)}</span>,
          },
          { title: t.rows, isFigure: true, isExtra: true, cell: ({ rows }) => rows },
          { title: t.matched, isFigure: true, cell: ({ matched }) => matched },
          {
            title: t.waiting,
            isFigure: true,
            isExtra: true,
            cell: ({ quarantined }) => quarantined,
          },
          { title: t.rejected, isFigure: true, isExtra: true, cell: ({ rejected }) => rejected },
          {
            title: t.amount,
            isFigure: true,
            cell: ({ matchedAmount }) => showFigure(matchedAmount),
          },
        ]}
      />
    </Sheet>
  );
}

function ProfileChoice({
  profile,
}: {
  readonly profile: RegistryProfile | undefined;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const change = useAddressChange();
  return (
    <select
      className="input fitting"
      aria-label={t.profile}
      value={profile ?? ''}
      onChange={({ target: { value } }) => change({ profile: value === '' ? undefined : value })}
    >
      <option value="">{t.all}</option>
      {PROFILE_NAMES.map((one) => (
        <option key={one} value={one}>
          {sourceName(one, language)}
        </option>
      ))}
    </select>
  );
}
