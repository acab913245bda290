// One change in words: each field as it was and as it became.
import type { AuditEntry } from '@kvartplata/contracts/audit.ts';
import type { ReactElement } from 'react';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { changedFields } from './changed-fields.ts';
import { sayField, sayValue } from './say-value.ts';

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

export function ChangeDetail({ entry }: { readonly entry: AuditEntry }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const { before, after, requestId } = entry;
  const fields = changedFields(before, after);
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
              // The fields of one change never change their order.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={index}>
                <th scope="row">{sayField(field.name, language)}</th>
                {hasBefore && <td className="gone">{sayValue(field.before, language)}</td>}
                {hasAfter && <td>{sayValue(field.after, language)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="small soft">{t.request(requestId)}</p>
    </div>
  );
}
