// Whether the books of a closed month are still those that were sealed, verified again on request; and the log of seals.
import type { MonthSeal } from '@kvartplata/contracts/billing/seals.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { showInstant } from '../../lib/days.ts';
import { counted, countedEn, inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { isVerifiedSince, sealLog, sealsKey, verifySeal } from './seals.ts';

const WORDS = inBoth(
  {
    check: 'Проверить печать',
    holds: (houses: number, accounts: number) =>
      `Печать цела: ${counted(houses, 'дом', 'дома', 'домов')}, ${counted(accounts, 'счёт', 'счёта', 'счетов')}, ни одна проводка не изменилась.`,
    broken: 'Печать не сходится: книги месяца изменили в обход программы. Сообщите администратору.',
    unlogged: 'Печать не стоит в журнале печатей. Сообщите администратору.',
    verified: (at: string) => `Проверено ${at}`,
    before: (at: string) => `Так было при прошлой проверке, ${at}`,
    verifying: 'Проводки месяца проверяются заново…',
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
    unlogged: 'The seal is not in the log of seals. Tell the administrator.',
    verified: (at) => `Verified on ${at}`,
    before: (at) => `As the last verification found, on ${at}`,
    verifying: 'The entries of the month are being verified…',
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
  const [seal, setSeal] = useState<MonthSeal>();
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => {
      for await (const told of verifySeal(cycleId)) setSeal(told);
    },
  });
  return (
    <div className="stack">
      <div>
        <Button isBusy={isPending} onClick={() => mutate()}>
          {t.check}
        </Button>
      </div>
      {error !== null && <FailureNote error={error} />}
      {seal !== undefined && <Verdict seal={seal} isBusy={isPending} />}
    </div>
  );
}

function Verdict({
  seal,
  isBusy,
}: {
  readonly seal: MonthSeal;
  readonly isBusy: boolean;
}): ReactElement {
  const t = useWords(WORDS);
  const { isValid, isLogged, found, verifiedAt, askedAt, turnoverHash, logIndex } = seal;
  return (
    <div role="status">
      {isLogged === false && <p className="debt">{t.unlogged}</p>}
      {found !== null && verifiedAt !== null && (
        <>
          <p className={isValid === true ? 'credit' : 'debt'}>
            {isValid === true ? t.holds(found.houses, found.accounts) : t.broken}
          </p>
          <p className="small soft">
            {isBusy && !isVerifiedSince(seal, askedAt)
              ? t.before(showInstant(verifiedAt))
              : t.verified(showInstant(verifiedAt))}
          </p>
        </>
      )}
      {isBusy && <p>{t.verifying}</p>}
      <p className="small soft hash">
        {t.hash}: <code>{turnoverHash}</code>
      </p>
      {logIndex !== null && <SealLog index={logIndex} />}
    </div>
  );
}

/** The fingerprint to be noted elsewhere: a log that was rewritten has a different one. */
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
