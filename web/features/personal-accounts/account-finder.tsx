// Finding an account from anywhere: a few words of its number, payer, room or address, arrows and Enter.
import type { PersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { useQuery } from '@tanstack/react-query';
import {
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
} from 'react';
import { inBoth, useWords } from '../../lib/words.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { foundAccounts } from './personal-accounts.ts';

const WORDS = inBoth(
  {
    title: 'Поиск лицевого счёта',
    placeholder: 'Номер счёта, плательщик, квартира, адрес…',
    how: 'Наберите несколько слов в любом порядке: «садовая 12 иванов». Стрелки выбирают, Enter открывает.',
    nothing: 'Ничего не нашлось. Проверьте буквы или наберите меньше слов.',
    flat: (number: string) => `пом. ${number}`,
  },
  {
    title: 'Find a personal account',
    placeholder: 'Account number, payer, room, address…',
    how: 'Type a few words in any order. The arrows choose, Enter opens.',
    nothing: 'Nothing was found. Check the letters, or type fewer words.',
    flat: (number) => `room ${number}`,
  },
);

export function AccountFinder({
  organizationId,
  onOpen,
  onClose,
}: {
  readonly organizationId: number;
  readonly onOpen: (accountId: number) => void;
  readonly onClose: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const dialog = useRef<HTMLDialogElement>(null);
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const search = useDeferredValue(typed.trim());
  const { data, error } = useQuery(foundAccounts(organizationId, search));
  const found = search === '' ? [] : (data?.items ?? []);
  const chosen = found[Math.min(at, found.length - 1)];
  const optionId = ({ id }: PersonalAccount): string => `${listId}-${id}`;

  useEffect(() => {
    const element = dialog.current;
    if (element?.open === false) element.showModal();
    return () => element?.close();
  }, []);

  function onKey(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setAt((Math.min(at, found.length - 1) + step + found.length) % found.length);
    }
    if (event.key === 'Enter' && chosen !== undefined) onOpen(chosen.id);
  }

  return (
    <dialog
      ref={dialog}
      className="dialog finder"
      aria-label={t.title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <input
        className="input"
        type="search"
        role="combobox"
        aria-label={t.title}
        aria-expanded={found.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        {...(chosen === undefined ? {} : { 'aria-activedescendant': optionId(chosen) })}
        placeholder={t.placeholder}
        value={typed}
        // What the finder was opened for.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onKeyDown={onKey}
        onChange={(event) => {
          setTyped(event.target.value);
          setAt(0);
        }}
      />
      <div id={listId} role="listbox" aria-label={t.title}>
        {found.map((account) => (
          // The keyboard stays in the field above; aria-activedescendant points here.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={account.id}
            id={optionId(account)}
            role="option"
            tabIndex={-1}
            aria-selected={account === chosen}
            onClick={() => onOpen(account.id)}
          >
            <strong>{account.accountNumber}</strong>
            <span>{account.payer}</span>
            <span className="soft">
              {account.address}, {t.flat(account.roomNumber)}
            </span>
          </div>
        ))}
      </div>
      <div role="status">
        {error !== null && <FailureNote error={error} />}
        {search === '' && <p className="told">{t.how}</p>}
        {search !== '' && data !== undefined && found.length === 0 && (
          <p className="told">{t.nothing}</p>
        )}
      </div>
    </dialog>
  );
}
