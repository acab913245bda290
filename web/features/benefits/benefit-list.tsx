// The benefits of an account's residents: whose, how much, and for which services.
import { listBenefits, type Benefit } from '@kvartplata/contracts/core/benefits.ts';
import type { HouseService } from '@kvartplata/contracts/core/house-services.ts';
import {
  BENEFIT_CATEGORY_ROWS,
  BENEFIT_PAYER_NAMES,
} from '@kvartplata/domain/regulation/benefit/categories.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { showSpan } from '../../lib/days.ts';
import { showShortFigure } from '../../lib/figures.ts';
import { groupOf, readPages } from '../../lib/reads.ts';
import { useMay } from '../../lib/role.ts';
import { counted, countedEn, inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { PagedTable } from '../../ui/paged-table.tsx';
import { RecordSheet, storedForm } from '../../ui/record-sheet.tsx';
import { Empty } from '../../ui/states.tsx';
import { BenefitForm, benefitOf } from './benefit-form.tsx';
import { limitWords } from './benefit-words.ts';
import { percentOf } from './percent.ts';

const WORDS = inBoth(
  {
    title: 'Льготы',
    add: 'Записать льготу',
    category: 'Категория',
    lowers: 'Что снижает',
    payer: 'Кто возмещает',
    days: 'Действует',
    part: (percent: string, persons: number) =>
      `${percent}\u00a0%, ${counted(persons, 'человек', 'человека', 'человек')}`,
    none: 'Льгот не записано.',
  },
  {
    title: 'Benefits',
    add: 'Record a benefit',
    category: 'Category',
    lowers: 'What it lowers',
    payer: 'Paid by',
    days: 'Valid',
    part: (percent, persons) => `${percent}%, ${countedEn(persons, 'person')}`,
    none: 'No benefits recorded.',
  },
);

export function BenefitList({
  accountId,
  services,
}: {
  readonly accountId: number;
  /** The house's services. */
  readonly services: readonly HouseService[];
}): ReactElement {
  const t = useWords(WORDS);
  const limits = useWords(limitWords);
  const language = useLanguage();
  const mayEdit = useMay('accountant');
  const query = useInfiniteQuery(
    readPages(listBenefits, { params: { personalAccountId: accountId } }),
  );
  const nameOf = ({ category }: Benefit): string => BENEFIT_CATEGORY_ROWS[category].name[language];
  const lowered = ({ share, persons, limit, services: ids }: Benefit): string => {
    const names = services.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
    const part = t.part(showShortFigure(percentOf(share)), persons);
    return `${part}, ${limits[limit]}: ${names.join(', ')}`;
  };
  return (
    <RecordSheet<Benefit>
      title={t.title}
      add={t.add}
      one={nameOf}
      mayWrite={mayEdit && services.length > 0}
      changes={[groupOf(listBenefits)]}
      list={(name) => (
        <PagedTable
          query={query}
          caption={t.title}
          keyOf={({ id }) => id}
          empty={<Empty>{t.none}</Empty>}
          columns={[
            { title: t.category, isName: true, cell: (one) => name(one, nameOf(one)) },
            { title: t.lowers, cell: lowered },
            { title: t.payer, cell: ({ payer }) => BENEFIT_PAYER_NAMES[payer][language] },
            {
              title: t.days,
              isFigure: true,
              cell: (one) => showSpan(one.validFrom, one.validTo, language),
            },
          ]}
        />
      )}
      form={storedForm(
        ({ id }) => benefitOf(id),
        (stored, end) => (
          <BenefitForm accountId={accountId} services={services} stored={stored} {...end} />
        ),
      )}
    />
  );
}
