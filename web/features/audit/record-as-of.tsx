// A record at the end of a day, according to the last change until then.
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactElement } from 'react';
import { parseDay, showDay, showInstant, today } from '../../lib/days.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { Sheet } from '../../ui/page.tsx';
import { Answered, Empty } from '../../ui/states.tsx';
import { lastChangeUntil, type Log } from './audit.ts';
import { changedFields } from './changed-fields.ts';
import { sayField, sayValue } from './say-value.ts';

const WORDS = inBoth(
  {
    title: 'Какой была запись',
    day: 'На конец дня',
    dayWrong: 'Нужна дата, например 01.07.2026',
    since: (at: string) => `Такой она стала ${at}.`,
    none: 'До этого дня запись не меняли.',
    gone: (at: string) => `Записи уже не было: её удалили ${at}.`,
  },
  {
    title: 'The record on a past day',
    day: 'At the end of',
    dayWrong: 'Enter a date, such as 01.07.2026',
    since: (at) => `Unchanged since ${at}.`,
    none: 'The record did not exist or had not been changed by then.',
    gone: (at) => `The record no longer existed: it was deleted on ${at}.`,
  },
);

export function RecordAsOf({
  log,
  object,
}: {
  readonly log: Log;
  /** `house:12` */
  readonly object: string;
}): ReactElement {
  const t = useWords(WORDS);
  const id = useId();
  const [typed, setTyped] = useState(() => showDay(today()));
  const day = parseDay(typed);
  return (
    <Sheet
      title={t.title}
      actions={
        <span className="row">
          <label htmlFor={id}>{t.day}</label>
          <DateInput id={id} className="short" value={typed} onType={setTyped} />
        </span>
      }
    >
      {day === undefined ? (
        <Empty>{t.dayWrong}</Empty>
      ) : (
        <AsOf log={log} object={object} day={day} />
      )}
    </Sheet>
  );
}

function AsOf({
  log,
  object,
  day,
}: {
  readonly log: Log;
  readonly object: string;
  readonly day: string;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const query = useQuery(lastChangeUntil(log, object, day));
  return (
    <Answered query={query}>
      {(entry) => {
        if (entry === null) return <Empty>{t.none}</Empty>;
        if (entry.after === null) return <Empty>{t.gone(showInstant(entry.at))}</Empty>;
        return (
          <div className="body stack">
            <dl className="facts">
              {changedFields(null, entry.after).map(({ name, after, meterId = '' }) => (
                <div key={`${name} ${meterId}`}>
                  <dt>
                    {sayField(name, language)} {meterId !== '' && `№ ${meterId}`}
                  </dt>
                  <dd>{sayValue(after, language)}</dd>
                </div>
              ))}
            </dl>
            <p className="small soft">{t.since(showInstant(entry.at))}</p>
          </div>
        );
      }}
    </Answered>
  );
}
