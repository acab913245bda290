// The tariffs, or the norms, of a service as a list, and the form of one.
import type { HouseService } from '@kvartplata/contracts/core/house-services.ts';
import { useState, type ComponentProps, type ReactElement } from 'react';
import { chargingWords } from '../../lib/charging-words.ts';
import { showSpan, today } from '../../lib/days.ts';
import { showShortFigure } from '../../lib/figures.ts';
import { useMay } from '../../lib/role.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/states.tsx';
import { StoredRecord } from '../../ui/stored-record.tsx';
import { Table } from '../../ui/table.tsx';
import { valueOf, type Kind, type Value } from './dated-values.ts';
import { byDay } from './day-lanes.ts';
import { ValueForm } from './value-form.tsx';
import { showSteps } from '../../lib/value-steps.ts';

const WORDS = inBoth(
  {
    title: { tariff: 'Тарифы', norm: 'Нормативы' },
    add: { tariff: 'Добавить тариф', norm: 'Добавить норматив' },
    edit: { tariff: 'Тариф', norm: 'Норматив' },
    none: { tariff: 'Тарифов пока нет: начислить нечем.', norm: 'Нормативов пока нет.' },
    value: { tariff: 'Тариф, ₽', norm: 'Норматив' },
    span: 'Действует',
    basis: 'Основание',
    component: 'Часть',
    group: 'Группа',
    steps: { tariff: 'сверх', norm: 'по числу проживающих' },
    now: 'сейчас',
  },
  {
    title: { tariff: 'Tariffs', norm: 'Norms' },
    add: { tariff: 'Add a tariff', norm: 'Add a norm' },
    edit: { tariff: 'Tariff', norm: 'Norm' },
    none: {
      tariff: 'No tariffs yet: the service cannot be charged.',
      norm: 'No norms yet.',
    },
    value: { tariff: 'Tariff, ₽', norm: 'Norm' },
    span: 'Valid',
    basis: 'Basis',
    component: 'Part',
    group: 'Group',
    steps: { tariff: 'above', norm: 'by persons' },
    now: 'now',
  },
);

export function ValueList({
  kind,
  service,
  values,
}: {
  readonly kind: Kind;
  readonly service: HouseService;
  /** The service's values. */
  readonly values: readonly Value[];
}): ReactElement {
  const t = useWords(WORDS);
  const mayEdit = useMay('owner');
  const [edited, setEdited] = useState<Value | 'new'>();
  return (
    <section>
      <div className="row part-head">
        <h3>{t.title[kind]}</h3>
        {mayEdit && (
          <Button className="push" onClick={() => setEdited('new')}>
            {t.add[kind]}
          </Button>
        )}
      </div>
      {values.length === 0 ? (
        <Empty>{t.none[kind]}</Empty>
      ) : (
        <ValueTable kind={kind} service={service} values={values} onEdit={setEdited} />
      )}
      {edited !== undefined && (
        <ValueDialog
          kind={kind}
          service={service}
          others={values}
          edited={edited}
          onDone={() => setEdited(undefined)}
        />
      )}
    </section>
  );
}

function ValueTable({
  kind,
  service,
  values,
  onEdit,
}: {
  readonly kind: Kind;
  readonly service: HouseService;
  readonly values: readonly Value[];
  readonly onEdit: (value: Value) => void;
}): ReactElement {
  const t = useWords(WORDS);
  const words = useWords(chargingWords);
  const language = useLanguage();
  const mayEdit = useMay('owner');
  const now = today();
  const holds = ({ validFrom, validTo }: Value): boolean =>
    validFrom <= now && (validTo === null || validTo >= now);
  return (
    <Table
      caption={t.title[kind]}
      rows={byDay(values).toReversed()}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t.value[kind],
          isName: true,
          cell: (value) => (
            <Figure value={value} steps={t.steps[kind]} onEdit={mayEdit ? onEdit : undefined} />
          ),
        },
        ...(values.some(({ group }) => group !== null)
          ? [{ title: t.group, cell: ({ group }: Value) => group ?? '—' }]
          : []),
        ...(service.components.length === 0
          ? []
          : [
              {
                title: t.component,
                cell: ({ component }: Value) =>
                  component === null ? '—' : words.component[component],
              },
            ]),
        {
          title: t.span,
          cell: (value) => (
            <>
              {showSpan(value.validFrom, value.validTo, language)}{' '}
              {holds(value) && <span className="badge good">{t.now}</span>}
            </>
          ),
        },
        { title: t.basis, cell: ({ basis }) => <span className="small">{basis}</span> },
      ]}
    />
  );
}

/** @param steps the name of the additional rows */
function Figure({
  value,
  steps,
  onEdit,
}: {
  readonly value: Value;
  readonly steps: string;
  readonly onEdit: ((value: Value) => void) | undefined;
}): ReactElement {
  const figure = showShortFigure(value.value);
  const beside = showSteps(value);
  return (
    <>
      {onEdit === undefined ? (
        figure
      ) : (
        <Button kind="quiet" className="in-table" onClick={() => onEdit(value)}>
          {figure}
        </Button>
      )}
      {beside !== '' && <span className="small soft">{` ${steps} ${beside}`}</span>}
    </>
  );
}

function ValueDialog({
  edited,
  ...rest
}: Omit<ComponentProps<typeof ValueForm>, 'stored'> & {
  readonly edited: Value | 'new';
}): ReactElement {
  const t = useWords(WORDS);
  const { kind, onDone } = rest;
  return (
    <Dialog title={edited === 'new' ? t.add[kind] : t.edit[kind]} onClose={onDone}>
      {edited === 'new' ? (
        <ValueForm {...rest} />
      ) : (
        <StoredRecord of={valueOf(kind, edited.id)}>
          {(stored) => <ValueForm {...rest} stored={stored} />}
        </StoredRecord>
      )}
    </Dialog>
  );
}
