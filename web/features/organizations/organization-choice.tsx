// Chooses the organization that the page is about, if the user has several.
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { inBoth, useWords } from '../../lib/words.ts';
import { chooseOrganization, organizations, useOrganization } from './organizations.ts';

const WORDS = inBoth({ label: 'Организация' }, { label: 'Organization' });

export function OrganizationChoice(): ReactElement | null {
  const t = useWords(WORDS);
  const { data = [] } = useQuery(organizations);
  const chosen = useOrganization();
  if (chosen === undefined) return null;
  if (data.length === 1)
    return <strong className="organization">{chosen.shortName ?? chosen.name}</strong>;
  return (
    <select
      className="input organization"
      aria-label={t.label}
      value={chosen.id}
      onChange={(event) => chooseOrganization(Number(event.target.value))}
    >
      {data.map(({ id, name, shortName }) => (
        <option key={id} value={id}>
          {shortName ?? name}
        </option>
      ))}
    </select>
  );
}
