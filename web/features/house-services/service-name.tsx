// A service of a house by its name where a list knows its id alone.
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { serviceOf } from './house-services.ts';

const NAMED_MS = 600_000;

export function ServiceName({ id }: { readonly id: number }): ReactElement {
  const { data, isError } = useQuery({ ...serviceOf(id), staleTime: NAMED_MS, retry: false });
  return <>{data?.record.name ?? (isError ? `№ ${id}` : '…')}</>;
}
