// The change of an account's owner, with the account's meters.
import type { PersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { TransferForm } from '../features/account-transfers/transfer-form.tsx';
import { servicesOf } from '../features/house-services/house-services.ts';
import { metersOf } from '../features/meters/meters.ts';
import type { Versioned } from '../lib/api.ts';
import { Answered } from '../ui/states.tsx';

export function AccountTransfer({
  stored,
  onDone,
}: {
  readonly stored: Versioned<PersonalAccount>;
  /** Receives the new account's id, unless nothing was changed. */
  readonly onDone: (accountId?: number) => void;
}): ReactElement {
  // As of the moment when the form was opened, whatever the page reads meanwhile.
  const [{ record, etag }] = useState(stored);
  const meters = useQuery(metersOf({ houseId: record.houseId, personalAccountId: record.id }));
  const services = useQuery(servicesOf(record.houseId));
  return (
    <Answered query={meters}>
      {(all) => (
        <Answered query={services}>
          {(named) => (
            <TransferForm
              accountId={record.id}
              etag={etag}
              meters={all.filter(({ removedOn }) => removedOn === null)}
              serviceNames={new Map(named.map(({ id, name }) => [id, name]))}
              onDone={onDone}
            />
          )}
        </Answered>
      )}
    </Answered>
  );
}
