// A title for the subject of a change: a field of the record, or the reading of a meter.
import type { AuditEntry } from '@kvartplata/contracts/audit.ts';
import type { ReactElement } from 'react';
import { useLanguage } from '../../lib/words.ts';
import type { ChangedField } from './changed-fields.ts';
import { sayField } from './say-value.ts';
import type { Naming } from './subject.tsx';

export function FieldTitle({
  field: { name, meterId },
  entry: { before, after },
  naming,
}: {
  readonly field: ChangedField;
  readonly entry: Pick<AuditEntry, 'before' | 'after'>;
  readonly naming: Naming;
}): ReactElement {
  const language = useLanguage();
  const said = sayField(name, language);
  const record: Readonly<Record<string, unknown>> = { ...before, ...after };
  const { houseId } = record;
  if (meterId === undefined || typeof houseId !== 'number') return <>{said}</>;
  return (
    <>
      {said} {naming.meter(meterId, houseId)}
    </>
  );
}
