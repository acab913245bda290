// The payees besides the organization, which get what is paid for some services. Owners add, change and delete them.
import { listPayees, type Payee } from '@kvartplata/contracts/billing/payees.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { groupOf } from '../../lib/reads.ts';
import { useMay } from '../../lib/role.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { RecordSheet, storedForm } from '../../ui/record-sheet.tsx';
import { Answered, Empty } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { PayeeForm } from './payee-form.tsx';
import { payeeOf, payeesOf } from './payees.ts';

const WORDS = inBoth(
  {
    title: 'Получатели платежей',
    add: 'Добавить получателя',
    one: 'Получатель',
    none: 'Все деньги получает организация. Получатель нужен, если за услугу платят другому: фонду капремонта, поставщику.',
    name: 'Получатель',
    account: 'Счёт',
    noAccount: 'реквизиты не заполнены: квитанции не напечатать',
  },
  {
    title: 'Payees',
    add: 'Add a payee',
    one: 'Payee',
    none: 'The organization gets all money. Add a payee where a service is paid to somebody else: a repair fund, a supplier.',
    name: 'Payee',
    account: 'Account',
    noAccount: 'no bank details: receipts cannot be printed',
  },
);

export function PayeeList({ organizationId }: { readonly organizationId: number }): ReactElement {
  const t = useWords(WORDS);
  const query = useQuery(payeesOf(organizationId));
  return (
    <RecordSheet<Payee>
      title={t.title}
      add={t.add}
      one={t.one}
      mayWrite={useMay('owner')}
      changes={[groupOf(listPayees)]}
      list={(name) => (
        <Answered query={query}>
          {(payees) =>
            payees.length === 0 ? (
              <Empty>{t.none}</Empty>
            ) : (
              <PayeeTable payees={payees} name={name} />
            )
          }
        </Answered>
      )}
      form={storedForm(
        ({ id }) => payeeOf(id),
        (stored, end) => (
          <PayeeForm organizationId={organizationId} stored={stored} {...end} />
        ),
      )}
    />
  );
}

function PayeeTable({
  payees,
  name,
}: {
  readonly payees: readonly Payee[];
  readonly name: (payee: Payee, text: string) => ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  return (
    <Table
      caption={t.title}
      rows={payees}
      keyOf={({ id }) => id}
      columns={[
        { title: t.name, isName: true, cell: (payee) => name(payee, payee.name) },
        {
          title: t.account,
          isExtra: true,
          cell: ({ bankDetails }) =>
            Object.values(bankDetails).includes(null) ? (
              <span className="odd">{t.noAccount}</span>
            ) : (
              <span className="small soft">{bankDetails.settlementAccount}</span>
            ),
        },
      ]}
    />
  );
}
