// /moves: moving a company from another program, by its files.
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { MoveForm } from '../features/moves/move-form.tsx';
import { MoveList } from '../features/moves/move-list.tsx';
import { useMay } from '../lib/role.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { Page } from '../ui/page.tsx';
import { Empty } from '../ui/states.tsx';
import { OfOrganization } from './of-organization.tsx';

const WORDS = inBoth(
  {
    title: 'Переезд из другой программы',
    houses: 'Дома',
    notYours: 'Переезд начинает владелец организации.',
  },
  {
    title: 'Move from another program',
    houses: 'Houses',
    notYours: 'Only owners of the organization can move it in.',
  },
);

export function MovesPage(): ReactElement {
  return <OfOrganization>{({ id }) => <Moves key={id} organizationId={id} />}</OfOrganization>;
}

function Moves({ organizationId }: { readonly organizationId: number }): ReactElement {
  const t = useWords(WORDS);
  const mayMove = useMay('owner');
  return (
    <Page
      title={t.title}
      trail={[
        <Link key="houses" to="/houses">
          {t.houses}
        </Link>,
      ]}
    >
      {mayMove ? <MoveForm organizationId={organizationId} /> : <Empty>{t.notYours}</Empty>}
      <MoveList organizationId={organizationId} />
    </Page>
  );
}
