// The number and payer of an account in a list, as a link to its page.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Identifier } from '../../ui/identifier.tsx';
import { accountNamed } from './account-names.ts';

export function AccountName({ id }: { readonly id: number }): ReactElement {
  const { data } = useQuery(accountNamed(id));
  return (
    <>
      <Link to="/accounts/$accountId" params={{ accountId: String(id) }}>
        <Identifier>{data?.accountNumber ?? '…'}</Identifier>
      </Link>{' '}
      {data?.payer}
    </>
  );
}
