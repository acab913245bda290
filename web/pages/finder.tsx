// The finder: finds accounts, houses, pages and tasks by a few words, from anywhere.
import { roleCovers } from '@kvartplata/contracts/roles.ts';
import type { ListedHouse } from '@kvartplata/contracts/core/houses.ts';
import type { PersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { foundHouses } from '../features/houses/houses.ts';
import { useWorkedMonth } from '../features/cycles/cycles.ts';
import { AccountLine } from '../features/personal-accounts/found-accounts.tsx';
import {
  exactFirst,
  foundAccounts,
  isNumber,
} from '../features/personal-accounts/personal-accounts.ts';
import { showMonth, thisMonth } from '../lib/days.ts';
import { useRole } from '../lib/role.ts';
import { usePaused } from '../lib/paused.ts';
import { counted, countedEn, inBoth, useLanguage, useWords } from '../lib/words.ts';
import { Button } from '../ui/button.tsx';
import { useCombobox, type Combobox } from '../ui/combobox.ts';
import { FailureNote } from '../ui/failure-note.tsx';
import { Icon } from '../ui/icon.tsx';
import { useModal } from '../ui/modal.ts';
import type { Place } from './finder-place.ts';
import { PLACES } from './finder-places.ts';
import { foundPlaces } from './found-places.ts';

const WORDS = inBoth(
  {
    title: 'Поиск',
    close: 'Закрыть',
    placeholder: 'Счёт, дом, страница или действие…',
    how: 'Несколько слов в любом порядке: «садовая 12 иванов», «оборотка», «внести платёж». Стрелки выбирают, Enter открывает, Esc закрывает.',
    looking: 'Ищем…',
    nothing: 'Ничего не нашлось. Проверьте буквы или наберите меньше слов.',
    list: 'Найдено',
    found: (count: number) => `Найдено: ${count}`,
    groups: { page: 'Страницы', action: 'Действия', house: 'Дома', account: 'Лицевые счета' },
    accounts: (count: number) => counted(count, 'счёт', 'счёта', 'счетов'),
  },
  {
    title: 'Find',
    close: 'Close',
    placeholder: 'Account, house, page or action…',
    how: 'A few words in any order: an account, an address, “turnover”, “enter a payment”. Arrows select, Enter opens, Esc closes.',
    looking: 'Looking…',
    nothing: 'Nothing found. Check the spelling, or type fewer words.',
    list: 'Found',
    found: (count) => `Found: ${count}`,
    groups: { page: 'Pages', action: 'Actions', house: 'Houses', account: 'Personal accounts' },
    accounts: (count) => countedEn(count, 'account'),
  },
);

const PAUSE_MS = 150;
const ACCOUNTS_AT_ONCE = 8;
/** Shown before anything is typed. */
const FIRST_ACTIONS = 6;
/** The limit of the services. */
const MOST_LETTERS = 100;

type Found =
  | { readonly kind: 'page' | 'action'; readonly place: Place; readonly month: string | undefined }
  | { readonly kind: 'house'; readonly house: ListedHouse }
  | { readonly kind: 'account'; readonly account: PersonalAccount };

export function Finder({
  organizationId,
  onClose,
}: {
  readonly organizationId: number;
  readonly onClose: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const navigate = useNavigate();
  const dialog = useModal(onClose);
  const [typed, setTyped] = useState('');
  const search = typed.trim();
  const { items, isFresh, error } = useFound(organizationId, search);
  const combobox = useCombobox(
    {
      search,
      items,
      keyOf,
      isFresh,
      isThere: ({ kind }) => isFresh || kind === 'page' || kind === 'action',
      isMeant: (found) => found.kind === 'account' && isNumber(found.account, search),
    },
    {
      onChoose: (found) => {
        onClose();
        void navigate({ href: addressOf(found) });
      },
    },
  );

  return (
    <dialog ref={dialog} className="dialog finder" aria-label={t.title}>
      <div className="sought">
        <input
          {...combobox.input}
          className="input"
          aria-label={t.title}
          placeholder={t.placeholder}
          value={typed}
          maxLength={MOST_LETTERS}
          spellCheck={false}
          // The finder was opened to type here.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          onChange={(event) => {
            setTyped(event.target.value);
            combobox.begin();
          }}
        />
        <Button kind="quiet" aria-label={t.close} onClick={onClose}>
          <Icon name="close" />
        </Button>
      </div>
      <FoundList items={items} combobox={combobox} />
      <div role="status">
        {error !== null && <FailureNote error={error} />}
        {(error === null || items.length > 0) && (
          <Told search={search} count={items.length} isFresh={isFresh} />
        )}
      </div>
    </dialog>
  );
}

/** Shown if nothing is found; read by screen readers if something is. */
function Told({
  search,
  count,
  isFresh,
}: {
  readonly search: string;
  readonly count: number;
  readonly isFresh: boolean;
}): ReactElement {
  const t = useWords(WORDS);
  if (search === '') return <p className="told">{t.how}</p>;
  if (count > 0) return <p className="unseen">{t.found(count)}</p>;
  return <p className="told">{isFresh ? t.nothing : t.looking}</p>;
}

/**
 * Local matches come first, and those from the services are added below them, so that nothing moves while somebody is choosing.
 */
function useFound(
  organizationId: number,
  search: string,
): {
  readonly items: readonly Found[];
  readonly isFresh: boolean;
  readonly error: Error | null;
} {
  const role = useRole();
  const paused = usePaused(search, PAUSE_MS);
  const { data, isPlaceholderData, error } = useQuery(foundRecords(organizationId, paused));
  const worked = useWorkedMonth(organizationId);
  const mine = PLACES.filter(
    ({ href, least = 'viewer' }) =>
      roleCovers(role, least) && (worked !== undefined || !href.includes('$worked')),
  );
  if (search === '') {
    const first = mine.filter(({ kind }) => kind === 'action').slice(0, FIRST_ACTIONS);
    return { items: first.map((place) => ofPlace(place, worked)), isFresh: true, error: null };
  }
  const isPast = paused !== search;
  const places = foundPlaces(search, mine);
  return {
    items: [...places.map((place) => ofPlace(place, worked)), ...(data ?? [])],
    isFresh: !isPast && (error !== null || (data !== undefined && !isPlaceholderData)),
    error: isPast ? null : error,
  };
}

/** Houses, then accounts, as one result; a search for an account's exact number means that account. */
function foundRecords(organizationId: number, search: string) {
  return queryOptions({
    queryKey: ['core', 'found', organizationId, search],
    queryFn: async ({ client }): Promise<readonly Found[]> => {
      const [houses, accounts] = await Promise.all([
        client.fetchQuery(foundHouses(organizationId, search)),
        client.fetchQuery(foundAccounts(organizationId, search, ACCOUNTS_AT_ONCE)),
      ]);
      const addresses = houses.items.map((house): Found => ({ kind: 'house', house }));
      const numbers = exactFirst(accounts.items, search);
      const found = numbers.map((account): Found => ({ kind: 'account', account }));
      const isMeant = numbers[0] !== undefined && isNumber(numbers[0], search);
      return isMeant ? [...found, ...addresses] : [...addresses, ...found];
    },
    enabled: search !== '',
    // Each of the two reads has its own caching.
    staleTime: 0,
    placeholderData: (previous) => previous,
  });
}

function FoundList({
  items,
  combobox: { listId, optionOf },
}: {
  readonly items: readonly Found[];
  readonly combobox: Combobox<Found>;
}): ReactElement {
  const t = useWords(WORDS);
  return (
    <div id={listId} className="found" role="listbox" aria-label={t.list}>
      {[...Map.groupBy(items, ({ kind }) => kind)].map(([kind, group]) => (
        <div key={kind} role="group" aria-labelledby={`${listId}-${kind}`}>
          <div id={`${listId}-${kind}`} className="group">
            {t.groups[kind]}
          </div>
          {group.map((found) => (
            <div key={keyOf(found)} className={kind} {...optionOf(found)}>
              <Line of={found} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function Line({ of }: { readonly of: Found }): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  if (of.kind === 'account') return <AccountLine of={of.account} />;
  const [name, more] =
    of.kind === 'house'
      ? [of.house.address, t.accounts(of.house.accounts)]
      : [of.place.name[language], of.month];
  return (
    <>
      <span>{name}</span>
      <span className="soft">
        {more !== undefined && of.kind !== 'house' ? showMonth(more, language) : more}
      </span>
    </>
  );
}

function keyOf(found: Found): string {
  if (found.kind === 'account') return `account-${found.account.id}`;
  if (found.kind === 'house') return `house-${found.house.id}`;
  return `place-${PLACES.indexOf(found.place)}`;
}

function addressOf(found: Found): string {
  if (found.kind === 'account') return `/accounts/${found.account.id}`;
  if (found.kind === 'house') return `/houses/${found.house.id}`;
  return found.place.href.replace(/\$(?:worked|this)/, found.month ?? '');
}

function ofPlace(place: Place, worked: string | undefined): Found {
  return { kind: place.kind, place, month: monthOf(place, worked) };
}

function monthOf({ href }: Place, worked: string | undefined): string | undefined {
  if (href.includes('$worked')) return worked;
  return href.includes('$this') ? thisMonth() : undefined;
}
