// Narrows a page to one of the organization's houses.
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { allHousesOf } from '../features/houses/houses.ts';
import { inBoth, useWords } from '../lib/words.ts';
import { Choice } from '../ui/choice.tsx';

const WORDS = inBoth(
  { house: 'Дом', allHouses: 'Все дома' },
  { house: 'House', allHouses: 'All houses' },
);

export function HouseChoice({
  organizationId,
  houseId,
  onChoose,
}: {
  readonly organizationId: number;
  /** Undefined for all houses. */
  readonly houseId: number | undefined;
  readonly onChoose: (houseId: number | undefined) => void;
}): ReactElement {
  const t = useWords(WORDS);
  const { data: houses = [] } = useQuery(allHousesOf(organizationId));
  return (
    <Choice
      label={t.house}
      value={String(houseId ?? '')}
      options={[
        ['', t.allHouses],
        ...houses.map(({ id, address }) => [String(id), address] as const),
      ]}
      onChoose={(chosen) => onChoose(chosen === '' ? undefined : Number(chosen))}
    />
  );
}
