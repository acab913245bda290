// /houses/:houseId/meters: the meters of a house and its accounts.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { servicesOf } from '../features/house-services/house-services.ts';
import { MeterList } from '../features/meters/meter-list.tsx';
import { metersOf } from '../features/meters/meters.ts';
import { allAccountsOf } from '../features/personal-accounts/personal-accounts.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ForRole } from '../ui/for-role.tsx';
import { Answered } from '../ui/states.tsx';
import { OfHouse } from './of-house.tsx';
import { MeterCard } from './meter-card.tsx';

const WORDS = inBoth(
  { title: 'Приборы учёта', add: 'Добавить прибор', import: 'Загрузить из файла' },
  { title: 'Meters', add: 'Add a meter', import: 'Import from a file' },
);
/** Until they are loaded; always the same array, to avoid renders. */
const NONE: readonly never[] = [];
const route = getRouteApi('/signed-in/houses/$houseId/meters');

export function MetersPage(): ReactElement {
  const t = useWords(WORDS);
  const houseId = Number(route.useParams().houseId);
  const navigate = useNavigate();
  const meters = useQuery(metersOf({ houseId }));
  const { data: services = NONE } = useQuery(servicesOf(houseId));
  const { data: accounts = NONE } = useQuery(allAccountsOf(houseId));
  const [isAdding, setAdding] = useState(false);
  return (
    <OfHouse
      houseId={houseId}
      title={t.title}
      actions={
        <>
          <ForRole least="accountant">
            <Link className="button" to="/imports" search={{ kind: 'meters', houseId }}>
              {t.import}
            </Link>
          </ForRole>
          <ForRole least="owner">
            <Button onClick={() => setAdding(true)}>{t.add}</Button>
          </ForRole>
        </>
      }
    >
      {() => (
        <>
          <section className="sheet">
            <Answered query={meters}>
              {(all) => <MeterList meters={all} services={services} accounts={accounts} />}
            </Answered>
          </section>
          {isAdding && (
            <Dialog title={t.add} onClose={() => setAdding(false)}>
              <MeterCard
                houseId={houseId}
                onDone={(meter) => {
                  setAdding(false);
                  if (meter === undefined) return;
                  const params = { houseId: String(houseId), meterId: String(meter.id) };
                  void navigate({ to: '/houses/$houseId/meters/$meterId', params });
                }}
              />
            </Dialog>
          )}
        </>
      )}
    </OfHouse>
  );
}
