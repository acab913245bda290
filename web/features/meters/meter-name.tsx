// The number of a meter in a list, as a link to its page.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { unbroken } from '../../lib/unbroken.ts';
import { metersOf } from './meters.ts';

export function MeterName({
  id,
  houseId,
}: {
  readonly id: number;
  readonly houseId: number;
}): ReactElement {
  const { data } = useQuery(metersOf({ houseId }));
  const found = data?.find((meter) => meter.id === id);
  return (
    <Link
      to="/houses/$houseId/meters/$meterId"
      params={{ houseId: String(houseId), meterId: String(id) }}
    >
      {unbroken(found?.serialNumber ?? `№ ${id}`)}
    </Link>
  );
}
