// The services that the organization has added for itself.
import type { UtilityService } from '@kvartplata/contracts/core/utility-services.ts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { chargingWords } from '../../lib/charging-words.ts';
import { useMay } from '../../lib/role.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Sheet } from '../../ui/page.tsx';
import { Answered, Empty } from '../../ui/states.tsx';
import { StoredRecord } from '../../ui/stored-record.tsx';
import { Table } from '../../ui/table.tsx';
import { OwnServiceForm } from './own-service-form.tsx';
import { utilityServiceOf, utilityServicesOf } from './utility-services.ts';

const WORDS = inBoth(
  {
    title: 'Свои услуги',
    name: 'Услуга',
    unit: 'Единица',
    methods: 'Как начисляют',
    kind: 'Вид',
    add: 'Добавить свою услугу',
    none: 'Здесь то, чего нет в справочнике: домофон, лифт, охрана, целевой взнос.',
  },
  {
    title: 'Services of your own',
    name: 'Service',
    unit: 'Unit',
    methods: 'Charging method',
    kind: 'Kind',
    add: 'Add a service of your own',
    none: 'What the catalogue does not have: an intercom, a lift, a guard, a contribution.',
  },
);

export function OwnServiceList({
  organizationId,
}: {
  readonly organizationId: number;
}): ReactElement {
  const t = useWords(WORDS);
  const words = useWords(chargingWords);
  const query = useQuery(utilityServicesOf(organizationId));
  const [edited, setEdited] = useState<UtilityService | 'new'>();
  const close = (): void => setEdited(undefined);
  const mayEdit = useMay('owner');
  const add = mayEdit && <Button onClick={() => setEdited('new')}>{t.add}</Button>;
  return (
    <Sheet title={t.title} actions={add}>
      <Answered query={query}>
        {(all) => {
          const own = all.filter((service) => service.organizationId !== null);
          if (own.length === 0) return <Empty>{t.none}</Empty>;
          return (
            <Table
              caption={t.title}
              rows={own}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: t.name,
                  isName: true,
                  cell: (service) =>
                    mayEdit ? (
                      <Button kind="quiet" className="in-table" onClick={() => setEdited(service)}>
                        {service.name}
                      </Button>
                    ) : (
                      service.name
                    ),
                },
                { title: t.unit, cell: ({ unit }) => unit },
                {
                  title: t.methods,
                  cell: ({ methods }) => methods.map((method) => words.method[method]).join('; '),
                },
                { title: t.kind, cell: ({ kind }) => words.kind[kind] },
              ]}
            />
          );
        }}
      </Answered>
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
