// The keys of an organization's programs: making one, which is shown once, and withdrawing one.
import type { ApiKey, ApiKeyCreated } from '@kvartplata/contracts/auth/api-keys.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import {
  useInfiniteQuery,
  useQueryClient,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { showDay, showInstant } from '../../lib/days.ts';
import { roleWords } from '../../lib/role-words.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { AskedButton } from '../../ui/asked-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Sheet } from '../../ui/page.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { Empty } from '../../ui/states.tsx';
import { ApiKeyForm } from './api-key-form.tsx';
import { apiKeysOf, withdraw } from './api-keys.ts';

const WORDS = inBoth(
  {
    title: 'Ключи для программ',
    none: 'Ключей нет. По ключу программа входит без пароля: видит эту организацию и делает то, что позволяет роль ключа.',
    name: 'Название',
    role: 'Роль',
    until: 'Действует по',
    used: 'Последний вход',
    never: 'ещё не было',
    action: 'Действие',
    withdraw: 'Отозвать',
    withdrawOf: (name: string) => `Отозвать ключ «${name}»`,
    withdrawing: 'Отозвать ключ',
    whatEnds: (name: string) =>
      `Программа с ключом «${name}» больше не войдёт. Вернуть ключ нельзя.`,
    sure: 'Да, отозвать',
    make: 'Создать ключ',
    made: 'Новый ключ',
    key: 'Ключ',
    once: 'Скопируйте ключ сейчас: больше он не будет показан, и узнать его потом нельзя. Кто знает ключ, тот входит по нему.',
    statuses: {
      ACTIVE: 'действует',
      SUSPENDED: 'приостановлен',
      EXPIRED: 'срок истёк',
      WITHDRAWN: 'отозван',
    },
    whySuspended:
      'У создавшего ключ больше нет этой роли. Ключ снова заработает, если роль вернут, поэтому ненужный ключ отзовите.',
  },
  {
    title: 'API keys',
    none: 'No keys. With a key a program signs in without a password: it sees this organization and may do what the key’s role allows.',
    name: 'Name',
    role: 'Role',
    until: 'Valid until',
    used: 'Last used',
    never: 'never',
    action: 'Action',
    withdraw: 'Withdraw',
    withdrawOf: (name) => `Withdraw the key “${name}”`,
    withdrawing: 'Withdraw a key',
    whatEnds: (name) =>
      `The program with the key “${name}” can no longer sign in. A withdrawn key never works again.`,
    sure: 'Yes, withdraw',
    make: 'Make a key',
    made: 'New key',
    key: 'Key',
    once: 'Copy the key now: it is shown this once and cannot be found out later. Whoever knows it can sign in with it.',
    statuses: {
      ACTIVE: 'active',
      SUSPENDED: 'suspended',
      EXPIRED: 'expired',
      WITHDRAWN: 'withdrawn',
    },
    whySuspended:
      'Its maker no longer has this role. The key works again if they get it back, so withdraw a key that is not needed.',
  },
);

export function ApiKeyList({ organizationId }: { readonly organizationId: number }): ReactElement {
  const t = useWords(WORDS);
  const client = useQueryClient();
  const keys = apiKeysOf(organizationId);
  const query = useInfiniteQuery(keys);
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<ApiKeyCreated>();
  const reload = async (): Promise<void> => client.invalidateQueries({ queryKey: keys.queryKey });
  const close = (): void => {
    setMaking(false);
    setMade(undefined);
  };
  return (
    <Sheet title={t.title} actions={<Button onClick={() => setMaking(true)}>{t.make}</Button>}>
      <ApiKeyTable
        query={query}
        onWithdraw={async (apiKey) => {
          try {
            await withdraw(apiKey);
          } finally {
            await reload();
          }
        }}
      />
      {isMaking && (
        <Dialog title={made === undefined ? t.make : t.made} onClose={close}>
          {made === undefined ? (
            <ApiKeyForm
              organizationId={organizationId}
              onMade={async (created) => {
                setMade(created);
                await reload();
              }}
            />
          ) : (
            <ShownOnce label={t.key} note={t.once} secret={made.key} onDone={close} />
          )}
        </Dialog>
      )}
    </Sheet>
  );
}

function ApiKeyTable({
  query,
  onWithdraw,
}: {
  readonly query: UseInfiniteQueryResult<InfiniteData<PageOf<ApiKey>>>;
  readonly onWithdraw: (apiKey: ApiKey) => Promise<void>;
}): ReactElement {
  const t = useWords(WORDS);
  const roles = useWords(roleWords);
  return (
    <PagedTable
      query={query}
      caption={t.title}
      empty={<Empty>{t.none}</Empty>}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t.name,
          isName: true,
          cell: ({ name, status, username, ending }) => (
            <>
              {name}{' '}
              <span className={status === 'ACTIVE' ? 'badge good' : 'badge'}>
                {t.statuses[status]}
              </span>
              <br />
              <span className="small soft">
                {username} · kp_…{ending}
              </span>
              {status === 'SUSPENDED' && <p className="small soft">{t.whySuspended}</p>}
            </>
          ),
        },
        { title: t.role, cell: ({ role }) => roles[role] },
        { title: t.until, isExtra: true, cell: ({ expiresOn }) => showDay(expiresOn) },
        {
          title: t.used,
          isExtra: true,
          cell: ({ lastUsedAt }) => (lastUsedAt === null ? t.never : showInstant(lastUsedAt)),
        },
        {
          title: t.action,
          isAction: true,
          cell: (apiKey: ApiKey) =>
            ['ACTIVE', 'SUSPENDED'].includes(apiKey.status) && (
              <AskedButton
                label={t.withdraw}
                name={t.withdrawOf(apiKey.name)}
                title={t.withdrawing}
                what={t.whatEnds(apiKey.name)}
                sure={t.sure}
                act={async () => onWithdraw(apiKey)}
              />
            ),
        },
      ]}
    />
  );
}
