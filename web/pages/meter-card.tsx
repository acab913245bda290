// The form of a meter, with the data for its choices.
import type { Meter } from '@kvartplata/contracts/core/meters.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { servicesOf } from '../features/house-services/house-services.ts';
import { houseOf } from '../features/houses/houses.ts';
import { meterTypes } from '../features/meter-types/meter-types.ts';
import { MeterForm } from '../features/meters/meter-form.tsx';
import { meteredServices } from '../features/meters/metered-services.ts';
import { meterOf } from '../features/meters/meters.ts';
import { allAccountsOf } from '../features/personal-accounts/personal-accounts.ts';
import { utilityServicesOf } from '../features/utility-services/utility-services.ts';
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
  const house = useQuery(houseOf(houseId));
  return (
    <Answered query={house}>
      {({ record: { organizationId } }) => <Card {...{ organizationId, houseId, id, onDone }} />}
    </Answered>
  );
}

function Card({
  organizationId,
  houseId,
  id,
  onDone,
}: {
  readonly organizationId: number;
  readonly houseId: number;
  readonly id: number | undefined;
  readonly onDone: (meter?: Meter) => void;
}): ReactElement {
  const services = useQuery(servicesOf(houseId));
  const catalogue = useQuery(utilityServicesOf(organizationId));
  const types = useQuery(meterTypes);
  const accounts = useQuery(allAccountsOf(houseId));
  return (
    <Answered query={services}>
      {(ofHouse) => (
        <Answered query={catalogue}>
          {(all) => (
            <Answered query={types}>
              {(someTypes) => (
                <Answered query={accounts}>
                  {(someAccounts) => {
                    const parts = { types: someTypes, accounts: someAccounts, onDone };
                    if (id === undefined)
                      return <MeterForm {...parts} services={meteredServices(ofHouse, all)} />;
                    return (
                      <StoredRecord of={meterOf(id)}>
                        {(stored) => (
                          <MeterForm
                            {...parts}
                            services={meteredServices(ofHouse, all, stored.record.houseServiceId)}
                            stored={stored}
                          />
                        )}
                      </StoredRecord>
                    );
                  }}
                </Answered>
              )}
            </Answered>
          )}
        </Answered>
      )}
    </Answered>
  );
}
