// The organization's services in the system's lists: one row per service, all of them saved at once. What another user has saved
// meanwhile stays, except in the rows changed here.
import { GIS_LINES, GIS_LISTS, type GisService } from '@kvartplata/contracts/billing/gis-zhkh.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { reloadBilling } from '../../lib/queries.ts';
import { useMay } from '../../lib/role.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { useLeave } from '../../ui/dialog.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { useWarningBeforeLeaving } from '../../ui/form.tsx';
import { Sheet } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import { tell } from '../../ui/toasts.tsx';
import { gisServicesOf, saveGisServices } from './gis-zhkh.ts';

const WORDS = inBoth(
  {
    title: 'Коды услуг в справочниках ГИС ЖКХ',
    what: 'Код и GUID записи берутся из личного кабинета ГИС ЖКХ: жилищные услуги – справочник 50, коммунальные – 51, дополнительные – 1, ресурсы на общее имущество и то, что считают приборы, – 2, пени и судебные расходы – 329. Взнос на капитальный ремонт кода не требует.',
    service: 'Услуга',
    list: 'Справочник',
    code: 'Код',
    guid: 'GUID',
    lists: {
      '': 'не выбран',
      housing: '50 – жилищные',
      municipal: '51 – коммунальные',
      additional: '1 – дополнительные',
      resource: '2 – коммунальные ресурсы',
      costs: '329 – пени и расходы',
    },
    save: 'Сохранить',
    saved: 'Коды услуг сохранены.',
    of: (what: string, service: string) => `${what}: ${service}`,
  },
  {
    title: 'Entries of services in the lists of ГИС ЖКХ',
    what: 'The code and the GUID of an entry stand in the account of ГИС ЖКХ: housing services are list 50, utilities 51, additional ones 1, resources for common property and what meters count 2, penalties and court costs 329. Contributions for major repairs need no entry.',
    service: 'Service',
    list: 'List',
    code: 'Code',
    guid: 'GUID',
    lists: {
      '': 'not chosen',
      housing: '50: housing',
      municipal: '51: utilities',
      additional: '1: additional',
      resource: '2: communal resources',
      costs: '329: penalties and costs',
    },
    save: 'Save',
    saved: 'Entries saved.',
    of: (what, service) => `${what}: ${service}`,
  },
);

export type Subject = { readonly subject: string; readonly name: string };
type Typed = {
  readonly list: GisService['list'] | '';
  readonly code: string;
  readonly guid: string;
};
/** The rows changed here, by subject. */
type Changed = ReadonlyMap<string, Typed>;
const NOTHING: Typed = { list: '', code: '', guid: '' };

export function ServiceEntries({
  organizationId,
  subjects,
  entries,
}: {
  readonly organizationId: number;
  readonly subjects: readonly Subject[];
  readonly entries: readonly GisService[];
}): ReactElement {
  const t = useWords(WORDS);
  const mayWrite = useMay('accountant');
  const { typedOf, change, saving } = useEntries(organizationId, entries);
  return (
    <Sheet title={t.title}>
      <div className="body stack">
        <p className="soft">{t.what}</p>
      </div>
      <EntryTable subjects={subjects} typedOf={typedOf} onChange={mayWrite ? change : undefined} />
      {mayWrite && (
        <div className="body stack">
          <div className="row">
            <Button kind="primary" isBusy={saving.isPending} onClick={saving.save}>
              {t.save}
            </Button>
          </div>
          {saving.error !== null && <FailureNote error={saving.error} />}
        </div>
      )}
    </Sheet>
  );
}

/** What is typed and not saved yet, over what is stored. */
function useEntries(organizationId: number, entries: readonly GisService[]) {
  const t = useWords(WORDS);
  const client = useQueryClient();
  const [changed, setChanged] = useState<Changed>(new Map());
  const stored = new Map(entries.map((entry) => [entry.subject, entry]));
  const storedOf = (subject: string): Typed => stored.get(subject) ?? startOf(subject);
  const typedOf = (subject: string): Typed => changed.get(subject) ?? storedOf(subject);
  const saving = useMutation({
    mutationFn: async (sent: Changed) => {
      // All rows are replaced: those of other users have to be among them.
      const { items } = await client.fetchQuery({ ...gisServicesOf(organizationId), staleTime: 0 });
      const newest = items.map((entry) => [entry.subject, entry] as const);
      const rows: ReadonlyMap<string, Typed> = new Map([...newest, ...sent]);
      await saveGisServices(organizationId, [...rows].flatMap(toEntry));
      await reloadBilling();
      // What was typed meanwhile is not saved yet.
      setChanged((now) => new Map([...now].filter(([subject, row]) => row !== sent.get(subject))));
      tell(t.saved);
    },
  });
  const isUnsaved = [...changed].some(([subject, row]) => !isSame(row, storedOf(subject)));
  useLeave(isUnsaved, saving.isPending);
  useWarningBeforeLeaving(isUnsaved && !saving.isPending);
  return {
    typedOf,
    change: (subject: string, patch: Partial<Typed>): void =>
      setChanged((now) => new Map(now).set(subject, { ...typedOf(subject), ...patch })),
    saving: { ...saving, save: () => saving.mutate(changed) },
  };
}

function isSame(one: Typed, other: Typed): boolean {
  return one.list === other.list && one.code === other.code && one.guid === other.guid;
}

/** @param onChange undefined for users who may only read */
function EntryTable({
  subjects,
  typedOf,
  onChange,
}: {
  readonly subjects: readonly Subject[];
  readonly typedOf: (subject: string) => Typed;
  readonly onChange: ((subject: string, changed: Partial<Typed>) => void) | undefined;
}): ReactElement {
  const t = useWords(WORDS);
  const input = (row: Subject, field: 'code' | 'guid'): ReactElement => (
    <input
      className={field === 'guid' ? 'input guid' : 'input'}
      aria-label={t.of(t[field], row.name)}
      value={typedOf(row.subject)[field]}
      disabled={onChange === undefined}
      onChange={({ target }) => onChange?.(row.subject, { [field]: target.value })}
    />
  );
  return (
    <Table<Subject>
      caption={t.title}
      rows={subjects}
      keyOf={({ subject }) => subject}
      columns={[
        { title: t.service, isName: true, cell: ({ name }) => name },
        {
          title: t.list,
          cell: (row) => (
            <select
              className="input fitting"
              aria-label={t.of(t.list, row.name)}
              value={typedOf(row.subject).list}
              disabled={onChange === undefined}
              onChange={({ target }) =>
                onChange?.(row.subject, { list: target.value as Typed['list'] })
              }
            >
              {(['', ...GIS_LISTS] as const).map((list) => (
                <option key={list} value={list}>
                  {t.lists[list]}
                </option>
              ))}
            </select>
          ),
        },
        { title: t.code, cell: (row) => input(row, 'code') },
        { title: t.guid, cell: (row) => input(row, 'guid') },
      ]}
    />
  );
}

/** A blank row is left out. */
function toEntry([subject, { list, code, guid }]: readonly [string, Typed]): GisService[] {
  if (list === '' || (code.trim() === '' && guid.trim() === '')) return [];
  return [{ subject, list, code: code.trim(), guid: guid.trim().toLowerCase() }];
}

/** For metered services, and for penalties and court fees, there is only one possible list. */
function startOf(subject: string): Typed {
  if (subject.endsWith('/meter')) return { ...NOTHING, list: 'resource' };
  return subject === GIS_LINES[0] || subject === GIS_LINES[1]
    ? { ...NOTHING, list: 'costs' }
    : NOTHING;
}
