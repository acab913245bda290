// /houses: every house with its accounts, the state of its month, and what it owes.
import { listHouses } from '@kvartplata/contracts/core/houses.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { periodOf } from '../features/cycles/cycle-months.ts';
import { cyclesOf } from '../features/cycles/cycles.ts';
import { HouseForm } from '../features/houses/house-form.tsx';
import { addHouse, allHousesOf } from '../features/houses/houses.ts';
import { monthSummary } from '../features/reports/month-summary.ts';
import { thisMonth } from '../lib/days.ts';
import { useAddressChange } from '../lib/list-address.ts';
import { groupOf } from '../lib/reads.ts';
import { useMay } from '../lib/role.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FailureNote } from '../ui/failure-note.tsx';
import { ForRole } from '../ui/for-role.tsx';
import { Page } from '../ui/page.tsx';
import { Answered, Empty } from '../ui/states.tsx';
import { HouseTable } from './house-table.tsx';
import { OfOrganization } from './of-organization.tsx';

const WORDS = inBoth(
  {
    title: 'Дома',
    add: 'Добавить дом',
    setups: 'Услуги домов',
    import: 'Загрузить из файла',
    move: 'Переезд',
    none: 'Домов пока нет. Добавьте первый — или перенесите все из прежней программы: «Переезд».',
  },
  {
    title: 'Houses',
    add: 'Add a house',
    setups: 'Services of the houses',
    import: 'Import from a file',
    move: 'Move in',
    none: 'No houses yet. Add the first one, or bring all of them from your former program: “Move in”.',
  },
);

const route = getRouteApi('/signed-in/houses');

export function HousesPage(): ReactElement {
  return <OfOrganization>{({ id }) => <Houses key={id} organizationId={id} />}</OfOrganization>;
}

function Houses({ organizationId }: { readonly organizationId: number }): ReactElement {
  const t = useWords(WORDS);
  const { add: isAdding } = route.useSearch();
  const change = useAddressChange();
  const mayAdd = useMay('owner');
  const query = useQuery(allHousesOf(organizationId));
  return (
    <Page
      title={t.title}
      actions={
        <>
          <Link className="button" to="/house-setups">
            {t.setups}
          </Link>
          <ForRole least="accountant">
            <Link className="button" to="/imports">
              {t.import}
            </Link>
          </ForRole>
          <ForRole least="owner">
            <Link className="button" to="/moves">
              {t.move}
            </Link>
            <Button kind="primary" onClick={() => change({ add: true })}>
              {t.add}
            </Button>
          </ForRole>
        </>
      }
    >
      <section className="sheet">
        <Answered query={query}>
          {(houses) =>
            houses.length === 0 ? (
              <Empty>{t.none}</Empty>
            ) : (
              <WithMonths organizationId={organizationId} houses={houses} />
            )
          }
        </Answered>
      </section>
      {isAdding && mayAdd && (
        <AddingDialog organizationId={organizationId} onClose={() => change({ add: undefined })} />
      )}
    </Page>
  );
}

/** Houses come from core and amounts from billing: the list is shown before the amounts arrive, and without them. */
function WithMonths({
  organizationId,
  houses,
}: {
  readonly organizationId: number;
  readonly houses: Parameters<typeof HouseTable>[0]['houses'];
}): ReactElement {
  const cycles = useQuery(cyclesOf(organizationId));
  const newest = cycles.data?.[0];
  const period = newest === undefined ? thisMonth() : periodOf(newest);
  const summary = useQuery({
    ...monthSummary(organizationId, period),
    enabled: cycles.data !== undefined,
  });
  const failed = [cycles, summary].find(({ error }) => error !== null);
  return (
    <>
      {failed !== undefined && (
        <FailureNote error={failed.error} onRetry={() => void failed.refetch()} />
      )}
      <HouseTable
        houses={houses}
        period={period}
        isClosed={newest?.status === 'CLOSED'}
        summary={summary.data}
      />
    </>
  );
}

function AddingDialog({
  organizationId,
  onClose,
}: {
  readonly organizationId: number;
  readonly onClose: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <Dialog title={t.add} onClose={onClose}>
      <HouseForm
        onCancel={onClose}
        save={async (body) => {
          const { id } = await addHouse(organizationId, body);
          await client.invalidateQueries({ queryKey: groupOf(listHouses) });
          // So that Back leads to the list, not to the form.
          await navigate({ to: '/houses', replace: true });
          await navigate({ to: '/houses/$houseId', params: { houseId: String(id) } });
        }}
      />
    </Dialog>
  );
}
