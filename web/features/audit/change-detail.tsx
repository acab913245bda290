// One change in words: each field before and after.
import type { AuditEntry } from '@kvartplata/contracts/audit.ts';
import type { ReactElement, ReactNode } from 'react';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { changedFields } from './changed-fields.ts';
import { FieldTitle } from './field-title.tsx';
import { sayValue } from './say-value.ts';
import { named, type Naming } from './subject.tsx';

const WORDS = inBoth(
  {
    field: 'Поле',
    before: 'Было',
    after: 'Стало',
    same: 'Значения не изменились.',
    request: (id: string) => `Номер запроса: ${id}`,
  },
  {
    field: 'Field',
    before: 'Before',
    after: 'After',
    same: 'No values changed.',
    request: (id) => `Request number: ${id}`,
  },
);

export function ChangeDetail({
  entry,
  naming,
}: {
  readonly entry: AuditEntry;
  readonly naming: Naming;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const { before, after, requestId } = entry;
  const fields = changedFields(before, after);
  const shown = (name: string, value: unknown): ReactNode =>
    named(name, value, naming) ?? sayValue(value, language);
  const [hasBefore, hasAfter] = [before !== null, after !== null];
  return (
    <div className="stack">
      {fields.length === 0 ? (
        <p className="soft">{t.same}</p>
      ) : (
        <table className="changes small">
          <thead>
            <tr>
              <th scope="col">{t.field}</th>
              {hasBefore && <th scope="col">{t.before}</th>}
              {hasAfter && <th scope="col">{t.after}</th>}
            </tr>
          </thead>
          <tbody>
            {fields.map((field, index) => (
              // The fields of one change are never reordered.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={index}>
                <th scope="row">
                  <FieldTitle {...{ field, entry, naming }} />
                </th>
                {hasBefore && <td className="gone">{shown(field.name, field.before)}</td>}
                {hasAfter && <td>{shown(field.name, field.after)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="small soft">{t.request(requestId)}</p>
    </div>
  );
}
