// Choosing an account from the matches of a few words, with arrows and Enter.
import type { PersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { unbroken } from '../../lib/unbroken.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { useCombobox, type Combobox, type Outcomes } from '../../ui/combobox.ts';
import { exactFirst, foundAccounts, isNumber } from './personal-accounts.ts';

const WORDS = inBoth(
  { found: 'Найденные счета', flat: (number: string) => `пом. ${number}` },
  { found: 'Accounts found', flat: (number) => `room ${number}` },
);

export type AccountSearch = Combobox<PersonalAccount> & {
  readonly typed: string;
  readonly type: (text: string) => void;
  readonly found: readonly PersonalAccount[];
  /** Whether the result is for the latest text. */
  readonly isFresh: boolean;
  readonly error: Error | null;
};

export function useAccountSearch(
  organizationId: number,
  { onChoose, ...outcomes }: Outcomes<PersonalAccount>,
): AccountSearch {
  const [typed, setTyped] = useState('');
  const search = typed.trim();
  const { data, error, isPlaceholderData } = useQuery(foundAccounts(organizationId, search));
  const isFresh = search === '' || (data !== undefined && !isPlaceholderData);
  const found = search === '' ? [] : exactFirst(data?.items ?? [], search);
  const isMeant = (account: PersonalAccount): boolean => isNumber(account, search);
  const combobox = useCombobox(
    { search, items: found, keyOf: ({ id }) => id, isFresh, isMeant },
    {
      onChoose: (account) => {
        setTyped('');
        onChoose(account);
      },
      ...outcomes,
    },
  );
  return {
    ...combobox,
    typed,
    type: (text) => {
      setTyped(text);
      combobox.begin();
    },
    found,
    isFresh,
    error,
  };
}

/** The search result, with the chosen account marked; the focus stays in the field. */
export function FoundAccounts({
  search: { found, listId, optionOf },
}: {
  readonly search: AccountSearch;
}): ReactElement {
  const t = useWords(WORDS);
  return (
    <div id={listId} className="found" role="listbox" aria-label={t.found}>
      {found.map((account) => (
        <div key={account.id} className="account" {...optionOf(account)}>
          <AccountLine of={account} />
        </div>
      ))}
    </div>
  );
}

/** An account as a line of the search result. */
export function AccountLine({ of }: { readonly of: PersonalAccount }): ReactElement {
  const t = useWords(WORDS);
  return (
    <>
      <strong>{of.accountNumber}</strong>
      <span>{of.payer}</span>
      <span className="soft">
        {unbroken(of.address)}, {t.flat(of.roomNumber)}
      </span>
    </>
  );
}
