// A house's address, for lists that only have its id, as a link to its page.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { allHousesOf } from '../features/houses/houses.ts';
import { unbroken } from '../lib/unbroken.ts';
import { inBoth, useWords } from '../lib/words.ts';

const WORDS = inBoth(
  { number: (id: number) => `Дом № ${id}` },
  { number: (id) => `House no. ${id}` },
);

export function HouseName({
  houseId,
  organizationId,
}: {
  readonly houseId: number;
  readonly organizationId: number;
}): ReactElement {
  const t = useWords(WORDS);
  const { data: houses, isPending } = useQuery(allHousesOf(organizationId));
  const address = houses?.find(({ id }) => id === houseId)?.address;
  if (isPending) return <>…</>;
  // Admins of the platform see mentions of houses that they cannot open.
  if (address === undefined) return <>{t.number(houseId)}</>;
  return (
    <Link to="/houses/$houseId" params={{ houseId: String(houseId) }}>
      {unbroken(address)}
    </Link>
  );
}
