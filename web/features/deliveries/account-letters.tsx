// The letters to an account, on its card: the outcome of each, and a closed address.
import type { ClosedAddress } from '@kvartplata/contracts/billing/account-letters.ts';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { showInstant, showMonth } from '../../lib/days.ts';
import { reloadBilling } from '../../lib/queries.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { ForRole } from '../../ui/for-role.tsx';
import { Sheet } from '../../ui/page.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Empty } from '../../ui/states.tsx';
import { tell } from '../../ui/toasts.tsx';
import { lettersTo, writeAgain } from './deliveries.ts';
import { LetterState } from './letter-state.tsx';

const WORDS = inBoth(
  {
    title: 'Квитанции по почте',
    none: 'Писем ещё не было.',
    noAddress: 'Адреса нет: квитанции приходят на бумаге.',
    month: 'Месяц',
    recipient: 'Адрес',
    outcome: 'Что с письмом',
    written: 'Когда',
    bounced: (address: string, since: string) =>
      `На ${address} письма не доходят с ${since}, и больше туда не отправляются.`,
    unsubscribed: (address: string, since: string) =>
      `Жилец отказался от писем на ${address} ${since}: снова согласиться может только он сам.`,
    again: 'Адрес работает, писать снова',
    reopened: 'На адрес снова будут приходить квитанции.',
  },
  {
    title: 'Receipts by e-mail',
    none: 'No letters yet.',
    noAddress: 'There is no address: receipts come on paper.',
    month: 'Month',
    recipient: 'Address',
    outcome: 'Outcome',
    written: 'When',
    bounced: (address, since) =>
      `E-mail to ${address} has not arrived since ${since}, and is no longer sent there.`,
    unsubscribed: (address, since) =>
      `The resident unsubscribed ${address} on ${since}: nobody else can agree to it again.`,
    again: 'The address works, write to it again',
    reopened: 'Receipts go to the address again.',
  },
);

/** @param email the account's current one */
export function AccountLetters({
  accountId,
  email,
}: {
  readonly accountId: number;
  readonly email: string | null;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const query = useInfiniteQuery(lettersTo(accountId));
  const closed = query.data?.pages[0]?.closedAddress ?? null;
  return (
    <Sheet title={t.title}>
      {closed !== null && isOfNow(closed, email) && <Closed {...{ accountId, closed }} />}
      <PagedTable
        query={query}
        caption={t.title}
        keyOf={({ deliveryId }) => deliveryId}
        empty={<Empty>{email === null ? t.noAddress : t.none}</Empty>}
        columns={[
          {
            title: t.month,
            isName: true,
            cell: ({ deliveryId, period }) => (
              <Link to="/deliveries/$deliveryId" params={{ deliveryId: String(deliveryId) }}>
                {showMonth(period, language)}
              </Link>
            ),
          },
          { title: t.recipient, isExtra: true, cell: ({ recipient }) => recipient ?? '' },
          { title: t.outcome, cell: (letter) => <LetterState {...letter} /> },
          { title: t.written, isExtra: true, cell: ({ createdAt }) => showInstant(createdAt) },
        ]}
      />
    </Sheet>
  );
}

/** A closed address that the account no longer has does not block letters. */
function isOfNow({ recipient, reason }: ClosedAddress, email: string | null): boolean {
  if (reason === 'unsubscribed') return email === null;
  return email !== null && email.toLowerCase() === recipient.toLowerCase();
}

function Closed({
  accountId,
  closed: { recipient, reason, closedAt, reply },
}: {
  readonly accountId: number;
  readonly closed: ClosedAddress;
}): ReactElement {
  const t = useWords(WORDS);
  const reopening = useMutation({
    mutationFn: async () => writeAgain(accountId, recipient),
    onSuccess: async () => {
      await reloadBilling();
      tell(t.reopened);
    },
  });
  return (
    <div className="body stack">
      <p className="odd">{t[reason](recipient, showInstant(closedAt))}</p>
      {reply !== null && <p className="small soft">{reply}</p>}
      {reason === 'bounced' && (
        <ForRole least="accountant">
          <div className="row">
            <Button isBusy={reopening.isPending} onClick={() => reopening.mutate()}>
              {t.again}
            </Button>
          </div>
        </ForRole>
      )}
      {reopening.error !== null && <FailureNote error={reopening.error} />}
    </div>
  );
}
