// What waits for a decision in a month: each check with its count, its remarks, and its acceptance.
import type { ClosingCheck } from '@kvartplata/contracts/billing/closing-checks.ts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { showInstant } from '../../lib/days.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Answered, Empty } from '../../ui/states.tsx';
import { Acceptance } from './acceptance.tsx';
import { isAhead } from './ahead.ts';
import { addressIn, AllCheckRows, CheckRowText, keyOfRow, type Houses } from './check-rows.tsx';
import { checksOf } from './closing-checks.ts';

const WORDS = inBoth(
  {
    allWell: 'Всё в порядке: ничто не мешает закрыть месяц.',
    BLOCKING: 'мешает закрыть',
    AHEAD: 'ещё впереди',
    REMARKS: 'стоит посмотреть',
    ACCEPTED: 'принято',
    all: (count: number) => `Показать все: ${count}`,
    accept: 'Принять как есть',
    accepted: (note: string, at: string) => `«${note}», ${at}`,
  },
  {
    allWell: 'All clear: nothing prevents closing the month.',
    BLOCKING: 'prevents closing',
    AHEAD: 'still ahead',
    REMARKS: 'worth checking',
    ACCEPTED: 'accepted',
    all: (count) => `Show all: ${count}`,
    accept: 'Accept',
    accepted: (note, at) => `“${note}”, ${at}`,
  },
);
const SHOWN_ROWS = 3;

type Of = {
  readonly cycleId: number;
  /** The organization's houses, for naming them in remarks. */
  readonly houses: Houses;
  /** Whether the user may accept remarks. */
  readonly mayAccept?: boolean;
};

export function CheckList(of: Of): ReactElement {
  const t = useWords(WORDS);
  const query = useQuery(checksOf(of.cycleId));
  return (
    <Answered query={query}>
      {(checks) => {
        const told = checks.filter(({ state }) => state !== 'OK');
        if (told.length === 0) return <Empty>{t.allWell}</Empty>;
        return (
          <ul className="checks">
            {told.map((check) => (
              <Check key={check.code} check={check} {...of} />
            ))}
          </ul>
        );
      }}
    </Answered>
  );
}

function Check({
  check,
  cycleId,
  houses,
  mayAccept = false,
}: Of & { readonly check: ClosingCheck }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const [isListed, setListed] = useState(false);
  // Apart from the list of all rows: whoever looks at them while typing the reason keeps what is typed.
  const [isAccepting, setAccepting] = useState(false);
  const { title, state, count, rows, accepted } = check;
  const badge = state === 'BLOCKING' && isAhead(check.code) ? 'AHEAD' : state;
  const shown = rows.slice(0, SHOWN_ROWS);
  return (
    <li>
      <p className="row">
        <strong>{title[language]}</strong>
        <span className="badge">{count}</span>
        {badge !== 'OK' && <span className={`badge push ${BADGES[badge]}`}>{t[badge]}</span>}
      </p>
      {accepted !== null && (
        <p className="small">{t.accepted(accepted.note, showInstant(accepted.at))}</p>
      )}
      <ul className="small soft">
        {shown.map((row) => (
          <li key={keyOfRow(row)}>
            <CheckRowText row={row} address={addressIn(houses, row)} />
          </li>
        ))}
      </ul>
      <div className="row">
        {count > shown.length && (
          <Button kind="quiet" className="in-table" onClick={() => setListed(true)}>
            {t.all(count)}
          </Button>
        )}
        {mayAccept && state === 'REMARKS' && !isAccepting && (
          <Button kind="quiet" className="in-table" onClick={() => setAccepting(true)}>
            {t.accept}
          </Button>
        )}
      </div>
      {isListed && (
        <AllCheckRows {...{ cycleId, check, houses }} onClose={() => setListed(false)} />
      )}
      {isAccepting && (
        <Acceptance cycleId={cycleId} check={check} onDone={() => setAccepting(false)} />
      )}
    </li>
  );
}

const BADGES = { BLOCKING: 'debt', AHEAD: '', REMARKS: 'odd', ACCEPTED: 'good' } as const;
