// The services that houses may be charged for, as one table: the organization's own and the catalogue's, with their charging
// methods, numbers of houses and other facts that the calculation uses. Own services open to their form.
import { CHARGING_METHODS } from '@kvartplata/domain/charging/charging-methods.ts';
import { SERVICE_KINDS } from '@kvartplata/domain/charging/house-facts.ts';
import type { UtilityService } from '@kvartplata/contracts/core/utility-services.ts';
import { useSearch } from '@tanstack/react-router';
import { useMemo, useState, type ReactElement } from 'react';
import { chargingWords } from '../../lib/charging-words.ts';
import { hasWords } from '../../lib/has-words.ts';
import { useAddressChange, useAddressWords } from '../../lib/list-address.ts';
import { useMay } from '../../lib/role.ts';
import { counted, countedEn, inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { CsvButton } from '../../ui/csv-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LongTable } from '../../ui/long-table.tsx';
import { Sheet } from '../../ui/page.tsx';
import { AddressSearch } from '../../ui/search-field.tsx';
import { Empty } from '../../ui/states.tsx';
import { StoredRecord } from '../../ui/stored-record.tsx';
import { OwnServiceForm } from './own-service-form.tsx';
import { useServiceColumns } from './service-columns.tsx';
import { utilityServiceOf } from './utility-services.ts';

const WORDS = inBoth(
  {
    caption: 'Справочник услуг',
    counts: (all: number, used: number | undefined, own: number) =>
      [
        counted(all, 'услуга', 'услуги', 'услуг'),
        ...(used === undefined ? [] : [`начисляются в домах: ${used}`]),
        `своих: ${own}`,
      ].join(', '),
    search: 'Услуга или единица',
    kind: 'Вид',
    anyKind: 'все виды',
    method: 'Как начисляют',
    anyMethod: 'как угодно',
    add: 'Добавить свою услугу',
    nothing: 'Таких услуг нет.',
    file: 'uslugi',
  },
  {
    caption: 'Catalogue of services',
    counts: (all, used, own) =>
      [
        countedEn(all, 'service'),
        ...(used === undefined ? [] : [`charged in houses: ${used}`]),
        `your own: ${own}`,
      ].join(', '),
    search: 'Service or unit',
    kind: 'Kind',
    anyKind: 'all kinds',
    method: 'Charging method',
    anyMethod: 'any',
    add: 'Add a service of your own',
    nothing: 'No services found.',
    file: 'services',
  },
);

export function ServiceList({
  organizationId,
  services,
  housesOf,
}: {
  readonly organizationId: number;
  readonly services: readonly UtilityService[];
  /** The number of houses with a service, by its id; undefined while they are not counted. */
  readonly housesOf: ReadonlyMap<number, number> | undefined;
}): ReactElement {
  const t = useWords(WORDS);
  const [edited, setEdited] = useState<UtilityService | 'new'>();
  const mayEdit = useMay('owner');
  const shown = useShown(services);
  const columns = useServiceColumns(services, housesOf, mayEdit ? setEdited : undefined);
  const own = services.filter(({ organizationId: of }) => of !== null).length;
  const close = (): void => setEdited(undefined);
  return (
    <Sheet
      title={t.counts(services.length, housesOf?.size, own)}
      actions={
        <>
          <CsvButton fileName={t.file} columns={columns} rows={shown} />
          {mayEdit && <Button onClick={() => setEdited('new')}>{t.add}</Button>}
        </>
      }
    >
      <ServiceFilter />
      {shown.length === 0 ? (
        <Empty>{t.nothing}</Empty>
      ) : (
        <LongTable
          caption={t.caption}
          rows={shown}
          keyOf={({ id }) => id}
          columns={columns}
          firstSort="-houses"
        />
      )}
      {edited !== undefined && (
        <Dialog title={edited === 'new' ? t.add : edited.name} onClose={close}>
          {edited === 'new' ? (
            <OwnServiceForm organizationId={organizationId} onDone={close} />
          ) : (
            <StoredRecord of={utilityServiceOf(edited.id)}>
              {(stored) => (
                <OwnServiceForm organizationId={organizationId} stored={stored} onDone={close} />
              )}
            </StoredRecord>
          )}
        </Dialog>
      )}
    </Sheet>
  );
}

function useShown(services: readonly UtilityService[]): readonly UtilityService[] {
  const { words } = useAddressWords();
  const { kind, method } = useSearch({ strict: false });
  return useMemo(() => {
    return services.filter(
      (service) =>
        hasWords(`${service.name} ${service.unit}`, words) &&
        (kind === undefined || service.kind === kind) &&
        (method === undefined || service.methods.some((one) => one === method)),
    );
  }, [services, words, kind, method]);
}

function ServiceFilter(): ReactElement {
  const t = useWords(WORDS);
  const words = useWords(chargingWords);
  const { kind, method } = useSearch({ strict: false });
  const change = useAddressChange();
  return (
    <div className="head filter">
      <AddressSearch label={t.search} />
      <Choice
        label={t.kind}
        value={kind ?? ''}
        options={[['', t.anyKind], ...SERVICE_KINDS.map((one) => [one, words.kind[one]] as const)]}
        onChoose={(one) => change({ kind: one === '' ? undefined : one })}
      />
      <Choice
        label={t.method}
        value={method ?? ''}
        options={[
          ['', t.anyMethod],
          ...CHARGING_METHODS.map((one) => [one, words.method[one]] as const),
        ]}
        onChoose={(one) => change({ method: one === '' ? undefined : one })}
      />
    </div>
  );
}
