// A preview of a delivery to a house: the first letter, how many get one, and who has no address.
import type { LetterPreview as Previewed } from '@kvartplata/contracts/billing/letter-preview.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { counted, countedEn, inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { Answered } from '../../ui/states.tsx';
import { previewOf } from './deliveries.ts';
import { outcomeWords } from './delivery-words.ts';

const WORDS = inBoth(
  {
    show: 'Посмотреть письмо',
    hide: 'Скрыть письмо',
    house: 'Дом',
    letter: 'Письмо',
    to: 'Кому',
    subject: 'Тема',
    attached: 'Во вложении – квитанция в PDF. Вместо «…» каждый получит свою ссылку.',
    inAll: (houses: number, accounts: number) =>
      `Домов: ${houses}, согласились получать: ${counted(accounts, 'счёт', 'счёта', 'счетов')}. Кому уйдёт письмо, показано по домам.`,
    willGet: (count: number) =>
      count === 0
        ? 'Писать некому: всем, кто согласился, уже отправлено.'
        : `Письмо получат: ${counted(count, 'счёт', 'счёта', 'счетов')}.`,
    willGetHere: (count: number) =>
      count === 0
        ? 'В этом доме писать некому: всем, кто согласился, уже отправлено.'
        : `В этом доме письмо получат: ${counted(count, 'счёт', 'счёта', 'счетов')}.`,
    others: 'Остальным письмо не уйдёт:',
    without: (count: number) => `Нет адреса: ${counted(count, 'счёт', 'счёта', 'счетов')}`,
    more: (count: number) => `и ещё ${count}`,
  },
  {
    show: 'Look at the letter',
    hide: 'Hide the letter',
    house: 'House',
    letter: 'Letter',
    to: 'To',
    subject: 'Subject',
    attached:
      'The receipt is attached as PDF. In place of “…” each reader has a link of their own.',
    willGet: (count) =>
      count === 0
        ? 'Nobody to write to: whoever agreed has been sent it already.'
        : `${countedEn(count, 'account')} will get the letter.`,
    inAll: (houses, accounts) =>
      `${countedEn(houses, 'house')}, ${countedEn(accounts, 'account')} agreed to get receipts. Who gets the letter is shown house by house.`,
    willGetHere: (count) =>
      count === 0
        ? 'Nobody to write to in this house: whoever agreed has been sent it already.'
        : `${countedEn(count, 'account')} of this house will get the letter.`,
    others: 'The others get none:',
    without: (count) => `No address: ${countedEn(count, 'account')}`,
    more: (count) => `and ${count} more`,
  },
);

/** Outcomes that are shown separately. */
const SAID_APART: ReadonlySet<string> = new Set(['waiting', 'no-address']);

type Offered = {
  readonly id: number;
  readonly address: string;
  /** The number of accounts that agreed to get receipts. */
  readonly readers: number;
};

export function LetterPreview({
  period,
  houses,
}: {
  readonly period: string;
  /** The houses of the delivery. */
  readonly houses: readonly Offered[];
}): ReactElement {
  const t = useWords(WORDS);
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<number>();
  const house = houses.find(({ id }) => id === chosen) ?? houses[0];
  return (
    <>
      <div className="row">
        <Button kind="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t.hide : t.show}
        </Button>
      </div>
      {isOpen && house !== undefined && (
        <div className="stack">
          {houses.length > 1 && (
            <>
              <p>
                {t.inAll(
                  houses.length,
                  houses.reduce((sum, { readers }) => sum + readers, 0),
                )}
              </p>
              <Choice
                label={t.house}
                value={String(house.id)}
                options={houses.map(({ id, address }) => [String(id), address] as const)}
                onChoose={(next) => setChosen(Number(next))}
              />
            </>
          )}
          <OfHouse
            key={house.id}
            houseId={house.id}
            period={period}
            isOneOfMany={houses.length > 1}
          />
        </div>
      )}
    </>
  );
}

function OfHouse({
  houseId,
  period,
  isOneOfMany,
}: {
  readonly houseId: number;
  readonly period: string;
  readonly isOneOfMany: boolean;
}): ReactElement {
  const query = useQuery(previewOf(houseId, period));
  return (
    <Answered query={query}>
      {(preview) => (
        <>
          <Counts preview={preview} isOneOfMany={isOneOfMany} />
          {preview.letter !== null && <Letter {...preview.letter} />}
        </>
      )}
    </Answered>
  );
}

function Counts({
  preview: { outcomes, withoutAddress },
  isOneOfMany,
}: {
  readonly preview: Previewed;
  readonly isOneOfMany: boolean;
}): ReactElement {
  const t = useWords(WORDS);
  const words = useWords(outcomeWords);
  const others = Object.entries(outcomes).filter(
    ([outcome, count]) => count > 0 && !SAID_APART.has(outcome),
  ) as [keyof Previewed['outcomes'], number][];
  const unnamed = outcomes['no-address'] - withoutAddress.length;
  return (
    <>
      <p>{isOneOfMany ? t.willGetHere(outcomes.waiting) : t.willGet(outcomes.waiting)}</p>
      {others.length > 0 && (
        <div>
          <p>{t.others}</p>
          <ul className="row">
            {others.map(([outcome, count]) => (
              <li key={outcome}>
                <span className="badge">
                  {words.outcomes[outcome]}: {count}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {withoutAddress.length > 0 && (
        <details className="table-note">
          <summary>{t.without(outcomes['no-address'])}</summary>
          <ul className="row">
            {withoutAddress.map(({ personalAccountId, accountNumber }) => (
              <li key={personalAccountId}>
                <Link to="/accounts/$accountId" params={{ accountId: String(personalAccountId) }}>
                  <Identifier>{accountNumber}</Identifier>
                </Link>
              </li>
            ))}
            {unnamed > 0 && <li className="soft">{t.more(unnamed)}</li>}
          </ul>
        </details>
      )}
    </>
  );
}

function Letter({ recipient, subject, text }: NonNullable<Previewed['letter']>): ReactElement {
  const t = useWords(WORDS);
  return (
    <article className="stack" aria-label={t.letter}>
      <dl className="facts">
        <div>
          <dt>{t.to}</dt>
          <dd>{recipient}</dd>
        </div>
        <div>
          <dt>{t.subject}</dt>
          <dd>{subject}</dd>
        </div>
      </dl>
      <p className="spoken">{text}</p>
      <p className="small soft">{t.attached}</p>
    </article>
  );
}
