// /debt-work/letters: letters to many debtors, chosen by the filters in the address.
import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { LetterMaker } from '../features/debt-letters/letter-maker.tsx';
import { useAddressChange } from '../lib/list-address.ts';
import { useMay } from '../lib/role.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { Choice } from '../ui/choice.tsx';
import { Sheet } from '../ui/page.tsx';
import { AddressSearch } from '../ui/search-field.tsx';
import { DebtWorkFrame } from './debt-work-frame.tsx';
import { OfOrganization } from './of-organization.tsx';
import { HouseChoice } from './house-choice.tsx';

const WORDS = inBoth(
  {
    title: 'Письма должникам',
    search: 'Номер, плательщик, помещение или адрес',
    minMonths: 'Просрочено месяцев',
    any: 'сколько угодно',
    atLeast: (months: number) => `от ${months}`,
  },
  {
    title: 'Letters to debtors',
    search: 'Number, payer, room or address',
    minMonths: 'Overdue months',
    any: 'any number',
    atLeast: (months) => `${months} or more`,
  },
);
const SHORTEST = [1, 2, 3, 6, 12];
const route = getRouteApi('/signed-in/debt-work/letters');

export function DebtLettersPage(): ReactElement {
  const t = useWords(WORDS);
  const { find, ...narrowed } = route.useSearch();
  const { houseId, minMonths } = narrowed;
  const change = useAddressChange();
  const mayMake = useMay('accountant');
  return (
    <OfOrganization>
      {({ id }) => (
        <DebtWorkFrame tab="letters">
          <Sheet title={t.title}>
            <div className="head filter">
              <AddressSearch label={t.search} />
              <HouseChoice
                organizationId={id}
                houseId={houseId}
                onChoose={(chosen) => change({ houseId: chosen })}
              />
              <Choice
                label={t.minMonths}
                value={String(minMonths ?? '')}
                options={[
                  ['', t.any],
                  ...SHORTEST.map((count) => [String(count), t.atLeast(count)] as const),
                ]}
                onChoose={(count) =>
                  change({ minMonths: count === '' ? undefined : Number(count) })
                }
              />
            </div>
            <div className="body">
              <LetterMaker
                key={id}
                debtors={{
                  organizationId: id,
                  ...narrowed,
                  ...(find === undefined ? {} : { search: find }),
                }}
                mayMake={mayMake}
              />
            </div>
          </Sheet>
        </DebtWorkFrame>
      )}
    </OfOrganization>
  );
}
