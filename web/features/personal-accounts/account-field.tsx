// A field for choosing an account by a few words of its number, payer, room or address.
import type { PersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { useEffect, useId, useRef, useState, type ReactElement } from 'react';
import { inBoth, useWords } from '../../lib/words.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FoundAccounts, useAccountSearch } from './found-accounts.tsx';

const WORDS = inBoth(
  {
    label: 'Лицевой счёт',
    placeholder: 'Номер, плательщик, помещение, адрес…',
    nothing: 'Ничего не нашлось: проверьте буквы.',
  },
  {
    label: 'Personal account',
    placeholder: 'Number, payer, room, address…',
    nothing: 'Nothing found: check the spelling.',
  },
);

export function AccountField({
  organizationId,
  account,
  onChoose,
  onAwait,
  onMissed,
  wrong,
  begin = '',
  autoFocus = false,
}: {
  readonly organizationId: number;
  readonly account: PersonalAccount | undefined;
  /** Undefined once the text is changed. */
  readonly onChoose: (account: PersonalAccount | undefined) => void;
  /** Enter was pressed before the search result came, and the user may type on meanwhile. */
  readonly onAwait?: () => void;
  /** And then the result was not exactly one account. */
  readonly onMissed?: () => void;
  readonly wrong?: string | undefined;
  /** The search before anything is typed. */
  readonly begin?: string;
  readonly autoFocus?: boolean;
}): ReactElement {
  const t = useWords(WORDS);
  const id = useId();
  const search = useAccountSearch(organizationId, { onChoose, onAwait, onMissed });
  const [isHere, setHere] = useState(false);
  const { typed, type, found, isFresh, error } = search;
  const isOpen = isHere && typed !== '' && account === undefined;
  useBeginning(begin, type);
  return (
    <div className="field choice">
      <label htmlFor={id}>{t.label}</label>
      <input
        {...search.input}
        role="combobox"
        aria-controls={search.listId}
        id={id}
        className="input"
        name="account"
        aria-expanded={isOpen && found.length > 0}
        {...(wrong === undefined
          ? {}
          : { 'aria-invalid': true, 'aria-describedby': `${id}-wrong` })}
        placeholder={t.placeholder}
        value={account === undefined ? typed : `${account.accountNumber} · ${account.payer}`}
        // The first field to fill in.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={autoFocus}
        spellCheck={false}
        onFocus={(event) => {
          setHere(true);
          event.target.select();
        }}
        onBlur={() => setHere(false)}
        onChange={(event) => {
          onChoose(undefined);
          type(event.target.value);
        }}
      />
      <div className="choices" hidden={!isOpen}>
        <FoundAccounts search={search} />
        <div role="status">
          {error !== null && <FailureNote error={error} />}
          {isFresh && found.length === 0 && <p className="told">{t.nothing}</p>}
        </div>
      </div>
      {wrong !== undefined && (
        <span id={`${id}-wrong`} className="wrong">
          {wrong}
        </span>
      )}
    </div>
  );
}

/** Types the text once, like a user. */
function useBeginning(begin: string, type: (text: string) => void): void {
  const begun = useRef(begin);
  useEffect(() => {
    if (begun.current !== '') type(begun.current);
    begun.current = '';
  }, [type]);
}
