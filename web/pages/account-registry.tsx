// The registry's data about an account besides its card: meters, registered persons, absences, differences from its house, and
// benefits.
import type { PersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { AbsenceList } from '../features/absences/absence-list.tsx';
import { AccountServiceList } from '../features/account-services/account-service-list.tsx';
import { BenefitList } from '../features/benefits/benefit-list.tsx';
import { servicesOf } from '../features/house-services/house-services.ts';
import { MeterList } from '../features/meters/meter-list.tsx';
import { metersOf } from '../features/meters/meters.ts';
import { RegisteredPersonsList } from '../features/personal-accounts/registered-persons.tsx';
import { inBoth, useWords } from '../lib/words.ts';
import { Sheet } from '../ui/page.tsx';
import { Answered } from '../ui/states.tsx';

const WORDS = inBoth({ meters: 'Приборы учёта' }, { meters: 'Meters' });

export function AccountRegistry({
  account: { id, houseId, roomId },
}: {
  readonly account: PersonalAccount;
}): ReactElement {
  const t = useWords(WORDS);
  const meters = useQuery(metersOf({ houseId, personalAccountId: id }));
  const { data: shared = [] } = useQuery(metersOf({ houseId, roomId }));
  const { data: services = [] } = useQuery(servicesOf(houseId));
  return (
    <div className="columns">
      <Sheet title={t.meters}>
        <Answered query={meters}>
          {(own) => <MeterList meters={[...own, ...shared]} services={services} />}
        </Answered>
      </Sheet>
      <div className="brief stack">
        <RegisteredPersonsList accountId={id} />
        <AbsenceList accountId={id} />
        <AccountServiceList accountId={id} services={services} />
        <BenefitList accountId={id} services={services} />
      </div>
    </div>
  );
}
