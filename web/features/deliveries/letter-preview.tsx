// What a delivery would send to a house: the first letter, how many get one, and who has no address.
import type { LetterPreview as Previewed } from '@kvartplata/contracts/billing/letter-preview.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { counted, countedEn, inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
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
    willGet: (count: number) =>
      count === 0
        ? 'Писать некому: всем, кто согласился, уже отправлено.'
        : `Письмо получат: ${counted(count, 'счёт', 'счёта', 'счетов')}.`,
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
    others: 'The others get none:',
    without: (count) => `No address: ${countedEn(count, 'account')}`,
    more: (count) => `and ${count} more`,
  },
);

/** Who gets a letter, and who has no address. */
const SAID_APART: ReadonlySet<string> = new Set(['waiting', 'no-address']);

type Offered = { readonly id: number; readonly address: string };

export function LetterPreview({
  period,
  houses,
}: {
  readonly period: string;
  /** At least one. */
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
            <Choice
              label={t.house}
              value={String(house.id)}
              options={houses.map(({ id, address }) => [String(id), address] as const)}
              onChoose={(next) => setChosen(Number(next))}
            />
          )}
          <OfHouse key={house.id} houseId={house.id} period={period} />
        </div>
      )}
    </>
  );
}

function OfHouse({
  houseId,
  period,
}: {
  readonly houseId: number;
  readonly period: string;
}): ReactElement {
  const query = useQuery(previewOf(houseId, period));
  return (
    <Answered query={query}>
      {(preview) => (
        <>
          <Counts preview={preview} />
          {preview.letter !== null && <Letter {...preview.letter} />}
        </>
      )}
    </Answered>
  );
}

function Counts({
  preview: { outcomes, withoutAddress },
}: {
  readonly preview: Previewed;
}): ReactElement {
  const t = useWords(WORDS);
  const words = useWords(outcomeWords);
  const others = Object.entries(outcomes).filter(
    ([outcome, count]) => count > 0 && !SAID_APART.has(outcome),
  ) as [keyof Previewed['outcomes'], number][];
  const unnamed = outcomes['no-address'] - withoutAddress.length;
  return (
    <>
      <p>{t.willGet(outcomes.waiting)}</p>
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
                  {accountNumber}
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
