// How the house's services differ for an account: not charged, a group, an act that excludes K, a contract volume.
import {
  listAccountServices,
  type AccountService,
} from '@kvartplata/contracts/core/account-services.ts';
import type { HouseService } from '@kvartplata/contracts/core/house-services.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { showSpan } from '../../lib/days.ts';
import { showShortFigure } from '../../lib/figures.ts';
import { groupOf, readPages } from '../../lib/reads.ts';
import { useMay } from '../../lib/role.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { PagedTable } from '../../ui/paged-table.tsx';
import { RecordSheet, storedForm } from '../../ui/record-sheet.tsx';
import { Empty } from '../../ui/states.tsx';
import { AccountServiceForm, accountServiceOf } from './account-service-form.tsx';
import { reasonWords } from './reason-words.ts';

const WORDS = inBoth(
  {
    title: 'Услуги лицевого счёта',
    add: 'Записать отличие',
    one: ({ name }: AccountService) => name,
    service: 'Услуга',
    days: 'Действует',
    differs: 'Чем отличается',
    act: 'акт: без повышающего коэффициента',
    tariff: (group: string) => `тариф «${group}»`,
    norm: (group: string) => `норматив «${group}»`,
    volume: (volume: string, unit: string) => `по договору ${volume} ${unit} в месяц`,
    same: 'ничем',
    none: 'Всё начисляется так же, как по дому.',
  },
  {
    title: 'Services of the account',
    add: 'Record a difference',
    one: ({ name }) => name,
    service: 'Service',
    days: 'Valid',
    differs: 'What differs',
    act: 'an act: no coefficient',
    tariff: (group) => `tariff “${group}”`,
    norm: (group) => `norm “${group}”`,
    volume: (volume, unit) => `${volume} ${unit} a month by contract`,
    same: 'nothing',
    none: 'Everything is charged as for the house.',
  },
);

export function AccountServiceList({
  accountId,
  services,
}: {
  readonly accountId: number;
  /** The house's services. */
  readonly services: readonly HouseService[];
}): ReactElement {
  const t = useWords(WORDS);
  const reasons = useWords(reasonWords);
  const language = useLanguage();
  const mayEdit = useMay('owner');
  const query = useInfiniteQuery(
    readPages(listAccountServices, { params: { personalAccountId: accountId } }),
  );
  const differences = (one: AccountService): string =>
    [
      one.reason === null ? undefined : reasons[one.reason],
      one.coefficientApplies ? undefined : t.act,
      one.tariffGroup === null ? undefined : t.tariff(one.tariffGroup),
      one.normGroup === null ? undefined : t.norm(one.normGroup),
      one.contractVolume === null
        ? undefined
        : t.volume(showShortFigure(one.contractVolume), one.unit),
    ]
      .filter((word) => word !== undefined)
      .join('; ') || t.same;
  return (
    <RecordSheet<AccountService>
      title={t.title}
      add={t.add}
      one={t.one}
      mayWrite={mayEdit && services.length > 0}
      changes={[groupOf(listAccountServices)]}
      list={(name) => (
        <PagedTable
          query={query}
          caption={t.title}
          keyOf={({ id }) => id}
          empty={<Empty>{t.none}</Empty>}
          columns={[
            { title: t.service, isName: true, cell: (one) => name(one, one.name) },
            { title: t.differs, cell: differences },
            {
              title: t.days,
              isFigure: true,
              cell: (one) => showSpan(one.validFrom, one.validTo, language),
            },
          ]}
        />
      )}
      form={storedForm(
        ({ id }) => accountServiceOf(id),
        (stored, end) => (
          <AccountServiceForm accountId={accountId} services={services} stored={stored} {...end} />
        ),
      )}
    />
  );
}
