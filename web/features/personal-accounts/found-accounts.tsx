// Choosing an account among those that a few words find, by arrows and Enter: what the finder and the fields of forms
// have in common.
import type { PersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { useQuery } from '@tanstack/react-query';
import {
  useEffect,
  useId,
  useState,
  type InputHTMLAttributes,
  type KeyboardEvent,
  type ReactElement,
} from 'react';
import { unbroken } from '../../lib/unbroken.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { foundAccounts } from './personal-accounts.ts';

const WORDS = inBoth(
  { found: 'Найденные счета', flat: (number: string) => `пом. ${number}` },
  { found: 'Accounts found', flat: (number) => `room ${number}` },
);

export type AccountSearch = {
  readonly typed: string;
  readonly type: (text: string) => void;
  readonly found: readonly PersonalAccount[];
  readonly chosen: PersonalAccount | undefined;
  /** Whether what is found is what was typed last. */
  readonly isFresh: boolean;
  readonly error: Error | null;
  readonly listId: string;
  /** Of the field that is typed into. */
  readonly input: InputHTMLAttributes<HTMLInputElement>;
  readonly onChoose: (account: PersonalAccount) => void;
};

export type Outcomes = {
  readonly onChoose: (account: PersonalAccount) => void;
  /** Enter came before the answer, which decides. */
  readonly onAwait?: (() => void) | undefined;
  /** And then it has found none, or several. */
  readonly onMissed?: (() => void) | undefined;
};

export function useAccountSearch(
  organizationId: number,
  { onChoose, onAwait, onMissed }: Outcomes,
): AccountSearch {
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const [isAwaited, setAwaited] = useState(false);
  const search = typed.trim();
  const { data, error, isPlaceholderData } = useQuery(foundAccounts(organizationId, search));
  const isFresh = search === '' || (data !== undefined && !isPlaceholderData);
  const found = search === '' ? [] : exactFirst(data?.items ?? [], search);
  const chosen = found[Math.min(at, found.length - 1)];

  function take(account: PersonalAccount): void {
    setTyped('');
    onChoose(account);
  }

  // Enter came before the answer: what was found for fewer letters may be another's account.
  useEffect(() => {
    if (!isAwaited || !isFresh) return;
    setAwaited(false);
    const [first, ...others] = found;
    if (first !== undefined && (others.length === 0 || isNumber(first, search))) take(first);
    else onMissed?.();
    // Once an answer, not whenever the page is drawn.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isAwaited, isFresh]);

  function onKey(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setAt((Math.min(at, found.length - 1) + step + found.length) % found.length);
    }
    if (event.key !== 'Enter' || search === '') return;
    event.preventDefault();
    if (isFresh) {
      if (chosen !== undefined) take(chosen);
    } else {
      setAwaited(true);
      onAwait?.();
    }
  }

  return {
    typed,
    type: (text) => {
      setTyped(text);
      setAt(0);
      setAwaited(false);
    },
    found,
    chosen,
    isFresh,
    error,
    listId,
    onChoose: take,
    input: {
      role: 'combobox',
      'aria-expanded': found.length > 0,
      'aria-controls': listId,
      'aria-autocomplete': 'list',
      ...(chosen === undefined ? {} : { 'aria-activedescendant': optionId(listId, chosen) }),
      autoComplete: 'off',
      onKeyDown: onKey,
    },
  };
}

/** What the search has found, the chosen one marked; the keyboard stays in the field. */
export function FoundAccounts({
  search: { found, chosen, listId, onChoose },
}: {
  readonly search: AccountSearch;
}): ReactElement {
  const t = useWords(WORDS);
  return (
    <div id={listId} className="found" role="listbox" aria-label={t.found}>
      {found.map((account) => (
        // The keyboard stays in the field above; aria-activedescendant points here.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={account.id}
          id={optionId(listId, account)}
          role="option"
          tabIndex={-1}
          aria-selected={account === chosen}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(account)}
        >
          <strong>{account.accountNumber}</strong>
          <span>{account.payer}</span>
          <span className="soft">
            {unbroken(account.address)}, {t.flat(account.roomNumber)}
          </span>
        </div>
      ))}
    </div>
  );
}

function exactFirst(
  accounts: readonly PersonalAccount[],
  search: string,
): readonly PersonalAccount[] {
  return accounts.toSorted((a, b) => Number(isNumber(b, search)) - Number(isNumber(a, search)));
}

function isNumber({ accountNumber }: PersonalAccount, search: string): boolean {
  return accountNumber.toLowerCase() === search.toLowerCase();
}

function optionId(listId: string, { id }: PersonalAccount): string {
  return `${listId}-${id}`;
}
