// The catalogue as a table: what a house may be charged for, and how.
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { chargingWords } from '../../lib/charging-words.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Answered } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { utilityServices } from './utility-services.ts';

const WORDS = inBoth(
  {
    caption: 'Справочник услуг',
    name: 'Услуга',
    unit: 'Единица',
    methods: 'Как начисляют',
    places: 'Знаков в объёме',
    coefficient: 'Коэффициент',
    coefficientYes: 'бывает',
    parts: (parts: string) => `тарифы: ${parts}`,
  },
  {
    caption: 'Catalogue of services',
    name: 'Service',
    unit: 'Unit',
    methods: 'How it is charged',
    places: 'Places of a volume',
    coefficient: 'Coefficient',
    coefficientYes: 'may count',
    parts: (parts) => `tariffs: ${parts}`,
  },
);

export function UtilityServiceList(): ReactElement {
  const t = useWords(WORDS);
  const words = useWords(chargingWords);
  const query = useQuery(utilityServices);
  return (
    <Answered query={query}>
      {(services) => (
        <Table
          caption={t.caption}
          rows={services}
          keyOf={({ id }) => id}
          columns={[
            {
              title: t.name,
              isName: true,
              cell: ({ name, components }) => (
                <>
                  {name}{' '}
                  {components.length > 0 && (
                    <span className="small soft">
                      {t.parts(components.map((part) => words.component[part]).join(', '))}
                    </span>
                  )}
                </>
              ),
            },
            { title: t.unit, cell: ({ unit }) => unit },
            {
              title: t.methods,
              cell: ({ methods }) => methods.map((method) => words.method[method]).join('; '),
            },
            {
              title: t.coefficient,
              isExtra: true,
              cell: ({ coefficientAllowed }) => (coefficientAllowed ? t.coefficientYes : '—'),
            },
            { title: t.places, isExtra: true, isFigure: true, cell: ({ precision }) => precision },
          ]}
        />
      )}
    </Answered>
  );
}
