// Finding an account from anywhere: a few words of its number, payer, room or address, arrows and Enter.
import { useEffect, useRef, type ReactElement } from 'react';
import { inBoth, useWords } from '../../lib/words.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FoundAccounts, useAccountSearch } from './found-accounts.tsx';

const WORDS = inBoth(
  {
    title: 'Поиск лицевого счёта',
    placeholder: 'Номер счёта, плательщик, квартира, адрес…',
    how: 'Наберите несколько слов в любом порядке: «садовая 12 иванов». Стрелки выбирают, Enter открывает.',
    nothing: 'Ничего не нашлось. Проверьте буквы или наберите меньше слов.',
  },
  {
    title: 'Find a personal account',
    placeholder: 'Account number, payer, room, address…',
    how: 'Type a few words in any order. Arrows select, Enter opens.',
    nothing: 'Nothing found. Check the spelling, or type fewer words.',
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
  const search = useAccountSearch(organizationId, { onChoose: ({ id }) => onOpen(id) });
  const { typed, type, found, isFresh, error } = search;

  useEffect(() => {
    const element = dialog.current;
    if (element?.open === false) element.showModal();
    return () => element?.close();
  }, []);

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
        {...search.input}
        className="input"
        type="search"
        aria-label={t.title}
        placeholder={t.placeholder}
        value={typed}
        // What the finder was opened for.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onChange={(event) => type(event.target.value)}
      />
      <FoundAccounts search={search} />
      <div role="status">
        {error !== null && <FailureNote error={error} />}
        {typed.trim() === '' && <p className="told">{t.how}</p>}
        {typed.trim() !== '' && isFresh && found.length === 0 && (
          <p className="told">{t.nothing}</p>
        )}
      </div>
    </dialog>
  );
}
