// Whether the books of a closed month are still those that were sealed, counted again when somebody asks; and the log of seals.
import type { MonthSeal } from '@kvartplata/contracts/billing/seals.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { counted, countedEn, inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { sealLog, sealOf, sealsKey } from './seals.ts';

const WORDS = inBoth(
  {
    check: 'Проверить печать',
    holds: (houses: number, accounts: number) =>
      `Печать цела: ${counted(houses, 'дом', 'дома', 'домов')}, ${counted(accounts, 'счёт', 'счёта', 'счетов')}, ни одна проводка не изменилась.`,
    broken: 'Печать не сходится: книги месяца изменили в обход программы. Сообщите администратору.',
    hash: 'Отпечаток оборотов',
    place: (nth: number, size: number) => `Печать № ${nth} из ${size} в журнале печатей`,
    root: 'Отпечаток журнала',
    key: 'Ключ журнала',
    papers:
      'Отпечаток журнала печатается на каждой квитанции. Доказательство для жильца – на странице его счёта за закрытый месяц.',
  },
  {
    check: 'Check the seal',
    holds: (houses, accounts) =>
      `The seal matches: ${countedEn(houses, 'house')}, ${countedEn(accounts, 'account')}, no entry has changed.`,
    broken:
      'The seal does not match: the books were changed outside the program. Tell the administrator.',
    hash: 'Turnover hash',
    place: (nth, size) => `Seal ${nth} of ${size} in the log of seals`,
    root: 'Fingerprint of the log',
    key: 'Key of the log',
    papers:
      'Every receipt carries the fingerprint of the log. The proof for a resident is on the page of the account, in a closed month.',
  },
);

export function SealCheck({ cycleId }: { readonly cycleId: number }): ReactElement {
  const t = useWords(WORDS);
  const { data, error, isFetching, refetch } = useQuery({ ...sealOf(cycleId), enabled: false });
  return (
    <div className="stack">
      <div>
        <Button isBusy={isFetching} onClick={() => void refetch()}>
          {t.check}
        </Button>
      </div>
      {error !== null && <FailureNote error={error} />}
      {data !== undefined && <Verdict seal={data} />}
    </div>
  );
}

function Verdict({
  seal: { isValid, found, turnoverHash, logIndex },
}: {
  readonly seal: MonthSeal;
}): ReactElement {
  const t = useWords(WORDS);
  return (
    <div role="status">
      <p className={isValid === true ? 'credit' : 'debt'}>
        {isValid === true ? t.holds(found.houses, found.accounts) : t.broken}
      </p>
      <p className="small soft hash">
        {t.hash}: <code>{turnoverHash}</code>
      </p>
      {logIndex !== null && <SealLog index={logIndex} />}
    </div>
  );
}

/** What is to be noted outside: a book that is written again has another. */
function SealLog({ index }: { readonly index: number }): ReactElement | null {
  const t = useWords(WORDS);
  const { data: log } = useQuery(sealLog());
  const { data: key } = useQuery(sealsKey());
  if (log === undefined || key === undefined) return null;
  return (
    <>
      <p>{t.place(index + 1, log.size)}</p>
      <p className="small soft hash">
        {t.root}: <code>{log.root}</code>
      </p>
      <p className="small soft hash">
        {t.key}: <code>{key.key}</code>
      </p>
      <p className="small soft">{t.papers}</p>
    </>
  );
}
