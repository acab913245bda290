// The files that were checked or imported, newest first.
import type { ListedImport } from '@kvartplata/contracts/core/imports.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { showInstant } from '../../lib/days.ts';
import { useAddressChange } from '../../lib/list-address.ts';
import { useMay } from '../../lib/role.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Sheet } from '../../ui/page.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Empty } from '../../ui/states.tsx';
import { StopImport } from './stop-import.tsx';
import { UndoImport } from './undo-import.tsx';
import { importsOf } from './imports.ts';
import { isUnderWay } from '../../lib/under-way.ts';

const WORDS = inBoth(
  {
    title: 'Прежние загрузки',
    file: 'Файл',
    at: 'Когда',
    kind: 'Что',
    rows: 'Строк',
    refused: 'С ошибками',
    all: 'все файлы',
    houses: 'дома и счета',
    services: 'услуги и тарифы',
    meters: 'приборы',
    readings: 'показания',
    balances: 'долги и авансы',
    'gis-accounts': 'номера ГИС ЖКХ',
    'gis-meters': 'приборы в ГИС ЖКХ',
    looked: 'только проверен',
    underWay: 'разбирается',
    failed: 'не загружен',
    cancelled: 'остановлен',
    stored: 'загружен',
    undone: 'отменён',
    undoes: (id: number) => `отмена загрузки № ${id}`,
    triedUndoing: (id: number) => `проверка отмены № ${id}`,
    keptUndoing: (id: number) => `не отменена загрузка № ${id}`,
    action: 'Действие',
    none: 'Файлов пока не загружали.',
  },
  {
    title: 'Earlier imports',
    file: 'File',
    at: 'When',
    kind: 'What',
    rows: 'Rows',
    refused: 'With errors',
    all: 'all files',
    houses: 'houses and accounts',
    services: 'services and tariffs',
    meters: 'meters',
    readings: 'readings',
    balances: 'debts and advances',
    'gis-accounts': 'numbers of ГИС ЖКХ',
    'gis-meters': 'meters in ГИС ЖКХ',
    looked: 'checked only',
    underWay: 'in progress',
    failed: 'not imported',
    cancelled: 'stopped',
    stored: 'imported',
    undone: 'undone',
    undoes: (id) => `undoes import ${id}`,
    triedUndoing: (id) => `checked undoing ${id}`,
    keptUndoing: (id) => `import ${id} not undone`,
    action: 'Action',
    none: 'No files imported yet.',
  },
);

const KINDS = [
  'houses',
  'services',
  'meters',
  'readings',
  'balances',
  'gis-accounts',
  'gis-meters',
] as const;

type Kind = (typeof KINDS)[number];

function KindChoice({ kind }: { readonly kind: Kind | undefined }): ReactElement {
  const t = useWords(WORDS);
  const change = useAddressChange();
  return (
    <select
      className="input fitting"
      aria-label={t.kind}
      value={kind ?? ''}
      onChange={({ target: { value } }) => change({ listed: value === '' ? undefined : value })}
    >
      <option value="">{t.all}</option>
      {KINDS.map((one) => (
        <option key={one} value={one}>
          {t[one]}
        </option>
      ))}
    </select>
  );
}

export function ImportList({ organizationId }: { readonly organizationId: number }): ReactElement {
  const t = useWords(WORDS);
  const { listed } = useSearch({ strict: false });
  const kind = KINDS.find((one) => one === listed);
  const query = useInfiniteQuery(importsOf(organizationId, kind));
  const mayWork = useMay('accountant');
  return (
    <Sheet title={t.title} actions={<KindChoice kind={kind} />}>
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
                {found.fileName} {badgeOf(found)}
              </>
            ),
          },
          { title: t.kind, cell: (found) => t[found.kind] },
          {
            title: t.at,
            isExtra: true,
            cell: ({ createdAt }) => <span className="small">{showInstant(createdAt)}</span>,
          },
          { title: t.rows, isFigure: true, isExtra: true, cell: ({ totalRows }) => totalRows },
          { title: t.refused, isFigure: true, cell: ({ refused }) => refused },
          {
            title: t.action,
            isAction: true,
            cell: (found) =>
              mayWork && (
                <>
                  {isUnderWay(found) && <StopImport id={found.id} fileName={found.fileName} />}
                  <UndoImport of={found} />
                </>
              ),
          },
        ]}
      />
    </Sheet>
  );

  function badgeOf(found: ListedImport): ReactElement {
    if (isUnderWay(found)) return <span className="badge">{t.underWay}</span>;
    if (found.status === 'CANCELLED') return <span className="badge">{t.cancelled}</span>;
    if (found.undoneBy !== null) return <span className="badge">{t.undone}</span>;
    if (found.undoes !== null) {
      const { undoes, dryRun, status } = found;
      const words = dryRun ? t.triedUndoing : status === 'FAILED' ? t.keptUndoing : t.undoes;
      return <span className="badge">{words(undoes)}</span>;
    }
    if (found.status === 'FAILED') return <span className="badge debt">{t.failed}</span>;
    return found.dryRun ? (
      <span className="badge">{t.looked}</span>
    ) : (
      <span className="badge good">{t.stored}</span>
    );
  }
}
