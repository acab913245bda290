// /houses
import { listHouses } from '@kvartplata/contracts/core/houses.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useState, type ReactElement } from 'react';
import { HouseForm } from '../features/houses/house-form.tsx';
import { addHouse, housesOf } from '../features/houses/houses.ts';
import { showFigure } from '../lib/figures.ts';
import { groupOf } from '../lib/reads.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ForRole } from '../ui/for-role.tsx';
import { Page } from '../ui/page.tsx';
import { PagedTable } from '../ui/paged-table.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { Empty } from '../ui/states.tsx';
import { OfOrganization } from './of-organization.tsx';

const WORDS = inBoth(
  {
    title: 'Дома',
    search: 'Найти по адресу',
    add: 'Добавить дом',
    import: 'Загрузить из файла',
    move: 'Переезд',
    address: 'Адрес',
    commonArea: 'Общее имущество, м²',
    none: 'Домов пока нет. Добавьте первый — или перенесите все из прежней программы: «Переезд».',
    nothing: 'По этим словам ничего не нашлось.',
  },
  {
    title: 'Houses',
    search: 'Find by address',
    add: 'Add a house',
    import: 'Import from a file',
    move: 'Move in',
    address: 'Address',
    commonArea: 'Common area, m²',
    none: 'No houses yet. Add the first one, or bring all of them from your former program: “Move in”.',
    nothing: 'Nothing found.',
  },
);

export function HousesPage(): ReactElement {
  return <OfOrganization>{({ id }) => <Houses key={id} organizationId={id} />}</OfOrganization>;
}

function Houses({ organizationId }: { readonly organizationId: number }): ReactElement {
  const t = useWords(WORDS);
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  const [isAdding, setAdding] = useState(false);
  const query = useInfiniteQuery({
    ...housesOf(organizationId, search),
    placeholderData: (previous) => previous,
  });
  return (
    <Page
      title={t.title}
      actions={
        <>
          <ForRole least="accountant">
            <Link className="button" to="/imports">
              {t.import}
            </Link>
          </ForRole>
          <ForRole least="owner">
            <Link className="button" to="/moves">
              {t.move}
            </Link>
            <Button kind="primary" onClick={() => setAdding(true)}>
              {t.add}
            </Button>
          </ForRole>
        </>
      }
    >
      <section className="sheet">
        <div className="head">
          <SearchField label={t.search} value={typed} onChange={setTyped} />
        </div>
        <PagedTable
          query={query}
          caption={t.title}
          keyOf={({ id }) => id}
          empty={<Empty>{search === '' ? t.none : t.nothing}</Empty>}
          columns={[
            {
              title: t.address,
              isName: true,
              cell: ({ id, address }) => (
                <Link to="/houses/$houseId" params={{ houseId: String(id) }}>
                  {address}
                </Link>
              ),
            },
            {
              title: t.commonArea,
              isFigure: true,
              isExtra: true,
              cell: ({ commonArea }) => (commonArea === null ? '—' : showFigure(commonArea)),
            },
          ]}
        />
      </section>
      {isAdding && (
        <AddingDialog organizationId={organizationId} onClose={() => setAdding(false)} />
      )}
    </Page>
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
          await navigate({ to: '/houses/$houseId', params: { houseId: String(id) } });
        }}
      />
    </Dialog>
  );
}
