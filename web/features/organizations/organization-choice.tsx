// Chooses the organization that the page is about, if the user has several.
import { useQuery } from '@tanstack/react-query';
import { useMatches, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { listAbove, withoutRecords } from '../../lib/address-parts.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { useLeave } from '../../ui/dialog.tsx';
import { chooseOrganization, organizations, useOrganization } from './organizations.ts';

const WORDS = inBoth({ label: 'Организация' }, { label: 'Organization' });

export function OrganizationChoice(): ReactElement | null {
  const t = useWords(WORDS);
  const { data = [] } = useQuery(organizations);
  const chosen = useOrganization();
  const change = useChange();
  if (chosen === undefined) return null;
  if (data.length === 1)
    return <strong className="organization">{chosen.shortName ?? chosen.name}</strong>;
  return (
    <select
      className="input organization"
      aria-label={t.label}
      value={chosen.id}
      onChange={(event) => change(Number(event.target.value))}
    >
      {data.map(({ id, name, shortName }) => (
        <option key={id} value={id}>
          {shortName ?? name}
        </option>
      ))}
    </select>
  );
}

/** Chooses another organization and leaves the old one's records: the address would name them under the new one. */
function useChange(): (id: number) => void {
  const navigate = useNavigate();
  const route = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '/' });
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const leave = useLeave(false, false);
  return (id) =>
    leave(() => {
      const list = listAbove(route);
      const kept = withoutRecords(search);
      const isKept = list === undefined && Object.keys(kept).length === Object.keys(search).length;
      const moved = isKept
        ? Promise.resolve()
        : navigate({
            to: list ?? '.',
            // Each page validates its own address; here it may be any page.
            search: (list === undefined ? kept : {}) as never,
            // The user has been asked already.
            ignoreBlocker: true,
          });
      void moved.then(() => chooseOrganization(id));
    });
}
