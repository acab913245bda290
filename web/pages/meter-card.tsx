// The form of a meter, with the data for its choices.
import type { Meter } from '@kvartplata/contracts/core/meters.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { servicesOf } from '../features/house-services/house-services.ts';
import { meterTypes } from '../features/meter-types/meter-types.ts';
import { MeterForm } from '../features/meters/meter-form.tsx';
import { meterOf } from '../features/meters/meters.ts';
import { allAccountsOf } from '../features/personal-accounts/personal-accounts.ts';
import { Answered } from '../ui/states.tsx';
import { StoredRecord } from '../ui/stored-record.tsx';

export function MeterCard({
  houseId,
  id,
  onDone,
}: {
  readonly houseId: number;
  /** Undefined for a new one. */
  readonly id?: number;
  /** Receives the stored meter; undefined if nothing was stored or the meter was deleted. */
  readonly onDone: (meter?: Meter) => void;
}): ReactElement {
  const services = useQuery(servicesOf(houseId));
  const types = useQuery(meterTypes);
  const accounts = useQuery(allAccountsOf(houseId));
  return (
    <Answered query={services}>
      {(someServices) => (
        <Answered query={types}>
          {(someTypes) => (
            <Answered query={accounts}>
              {(someAccounts) => {
                const parts = { services: someServices, types: someTypes, accounts: someAccounts };
                if (id === undefined) return <MeterForm {...parts} onDone={onDone} />;
                return (
                  <StoredRecord of={meterOf(id)}>
                    {(stored) => <MeterForm {...parts} stored={stored} onDone={onDone} />}
                  </StoredRecord>
                );
              }}
            </Answered>
          )}
        </Answered>
      )}
    </Answered>
  );
}
