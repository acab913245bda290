// Who changed what, newest first; a change opens to its values before and after.
import type { AuditEntry } from '@kvartplata/contracts/audit.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Fragment, useState, type ReactElement } from 'react';
import { showInstant } from '../../lib/days.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Empty } from '../../ui/states.tsx';
import { entriesIn, type AuditFilter, type Log } from './audit.ts';
import { ChangeDetail } from './change-detail.tsx';
import { changedFields } from './changed-fields.ts';
import { FieldTitle } from './field-title.tsx';
import { sayAction, sayValue } from './say-value.ts';
import { Subject, type Naming } from './subject.tsx';

const WORDS = inBoth(
  {
    caption: 'Журнал изменений',
    at: 'Когда',
    who: 'Кто',
    what: 'Что',
    subject: 'О чём',
    change: 'Было → стало',
    system: 'система',
    user: (id: number) => `пользователь № ${id}`,
    withKey: (name: string, id: number) => `${name}, ключ № ${id}`,
    more: (count: number) => `и ещё ${count}`,
    none: 'По этим условиям изменений нет.',
  },
  {
    caption: 'Audit log',
    at: 'When',
    who: 'Who',
    what: 'What',
    subject: 'Of what',
    change: 'Before → after',
    system: 'the platform',
    user: (id) => `user ${id}`,
    withKey: (name, id) => `${name}, API key ${id}`,
    more: (count) => `and ${count} more`,
    none: 'No changes found.',
  },
);
const SHOWN_FIELDS = 2;

export function ChangeList({
  log,
  filter,
  names,
  naming,
}: {
  readonly log: Log;
  readonly filter: AuditFilter;
  /** User names by id. */
  readonly names: ReadonlyMap<number, string>;
  /** The names of everything else; those of users are added here. */
  readonly naming: Omit<Naming, 'user'>;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const query = useInfiniteQuery(entriesIn(log, filter));
  const [openId, setOpenId] = useState<number>();
  const nameOf = (userId: number | null): string =>
    userId === null ? t.system : (names.get(userId) ?? t.user(userId));
  const whoOf = ({ userId, apiKeyId }: AuditEntry): string =>
    apiKeyId === undefined ? nameOf(userId) : t.withKey(nameOf(userId), apiKeyId);
  const all: Naming = { ...naming, user: nameOf };
  return (
    <PagedTable
      query={query}
      caption={t.caption}
      keyOf={({ id }) => id}
      empty={<Empty>{t.none}</Empty>}
      detail={(entry) =>
        entry.id === openId ? <ChangeDetail entry={entry} naming={all} /> : undefined
      }
      columns={[
        { title: t.at, cell: ({ at }) => <span className="small">{showInstant(at)}</span> },
        { title: t.who, isExtra: true, cell: whoOf },
        {
          title: t.what,
          isName: true,
          cell: ({ id, action }) => (
            <button
              type="button"
              className="link"
              aria-expanded={id === openId}
              onClick={() => setOpenId(id === openId ? undefined : id)}
            >
              {sayAction(action, language)}
            </button>
          ),
        },
        {
          title: t.subject,
          cell: (entry) => (
            <span className="small">
              <Subject entry={entry} naming={all} />
            </span>
          ),
        },
        {
          title: t.change,
          cell: (entry) => (
            <span className="small">
              <Shortly entry={entry} naming={all} />
            </span>
          ),
        },
      ]}
    />
  );
}

/** The first fields of a change; those of a created or deleted record are shown when it is opened. */
function Shortly({
  entry,
  naming,
}: {
  readonly entry: AuditEntry;
  readonly naming: Naming;
}): ReactElement | null {
  const t = useWords(WORDS);
  const language = useLanguage();
  const { before, after } = entry;
  if (before === null || after === null) return null;
  const fields = changedFields(before, after);
  const shown = fields.slice(0, SHOWN_FIELDS);
  const rest = fields.length - shown.length;
  return (
    <>
      {shown.map((field, index) => (
        // The fields of one change are never reordered.
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={index}>
          {index > 0 && '; '}
          <FieldTitle {...{ field, entry, naming }} />
          {`: ${sayValue(field.before, language)} → ${sayValue(field.after, language)}`}
        </Fragment>
      ))}
      {rest > 0 && `; ${t.more(rest)}`}
    </>
  );
}
