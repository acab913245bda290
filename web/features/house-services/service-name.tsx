// The name of a house's service, for lists that only have its id.
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { serviceOf } from './house-services.ts';

const NAMED_MS = 600_000;

export function ServiceName({ id }: { readonly id: number }): ReactElement {
  const { data, isError } = useQuery({ ...serviceOf(id), staleTime: NAMED_MS, retry: false });
  return <>{data?.record.name ?? (isError ? `№ ${id}` : '…')}</>;
}
