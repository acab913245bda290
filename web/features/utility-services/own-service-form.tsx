// An organization's own service: its name on the receipt, its unit, and how houses may be charged for it.
import type { ChargingMethod } from '@kvartplata/domain/charging/charging-methods.ts';
import type { ServiceKind } from '@kvartplata/domain/charging/house-facts.ts';
import {
  listUtilityServices,
  type UtilityService,
} from '@kvartplata/contracts/core/utility-services.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { Versioned } from '../../lib/api.ts';
import { chargingWords } from '../../lib/charging-words.ts';
import { groupOf } from '../../lib/reads.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { CheckField, SelectField, TextField } from '../../ui/field.tsx';
import { useForm, type FormState } from '../../ui/form.tsx';
import { RecordForm } from '../../ui/record-form.tsx';
import { useVersion } from '../../ui/stored-record.tsx';
import { tell } from '../../ui/toasts.tsx';
import {
  addOwnService,
  changeOwnService,
  deleteOwnService,
  utilityServiceOf,
  type OwnServiceBody,
} from './utility-services.ts';

const WORDS = inBoth(
  {
    name: 'Название',
    nameHint: 'Так, как в квитанции',
    kind: 'Вид',
    unit: 'Единица',
    unitHint: 'Например, мес., чел. или м²',
    precision: 'Знаков в объёме',
    methods: 'Как начислять',
    methodMissing: 'Выберите хотя бы один способ',
    hint: 'Разовый взнос — твёрдая сумма, тариф которой действует один месяц.',
    saved: 'Услуга сохранена.',
    sure: 'Удалить услугу? Это возможно, пока её нет ни у одного дома.',
    deleted: 'Услуга удалена.',
  },
  {
    name: 'Name',
    nameHint: 'As on the receipt',
    kind: 'Kind',
    unit: 'Unit',
    unitHint: 'Such as мес., чел. or м²',
    precision: 'Decimal places',
    methods: 'Charging method',
    methodMissing: 'Choose at least one method',
    hint: 'A contribution that is paid once is a fixed sum whose tariff holds in one month.',
    saved: 'Service saved.',
    sure: 'Delete the service? Only one that no house has can be deleted.',
    deleted: 'Service deleted.',
  },
);

const METHODS = [
  'fixed',
  'per-person',
  'area',
  'area-norm',
  'norm',
  'meter',
  'calculated-volume',
] as const satisfies readonly ChargingMethod[];
const KINDS: readonly ServiceKind[] = ['other', 'housing', 'utility', 'major-repairs'];
const PLACES = ['0', '1', '2', '3', '4', '5', '6'];

type Typed = Readonly<
  Record<'name' | 'kind' | 'unit' | 'precision' | (typeof METHODS)[number], string>
>;

export function OwnServiceForm({
  organizationId,
  stored,
  onDone,
}: {
  readonly organizationId: number;
  /** Undefined for a new one. */
  readonly stored?: Versioned<UtilityService>;
  readonly onDone: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const words = useWords(chargingWords);
  const client = useQueryClient();
  const id = stored?.record.id ?? 0;
  const [etag, theirs] = useVersion(stored, utilityServiceOf(id).read, typedOf);
  const done = async (text: string): Promise<void> => {
    await client.invalidateQueries({ queryKey: groupOf(listUtilityServices) });
    tell(text);
    onDone();
  };
  const form = useForm<Typed>({
    initial: stored === undefined ? typedOf(NEW) : typedOf(stored.record),
    required: ['name', 'unit'],
    check: (typed) => (chosenIn(typed).length === 0 ? { fixed: t.methodMissing } : {}),
    names: { methods: 'fixed' },
    save: async (typed) => {
      const body = bodyOf(typed);
      await (stored === undefined
        ? addOwnService(organizationId, body)
        : changeOwnService(id, etag, body));
      await done(t.saved);
    },
    ...theirs,
  });
  return (
    <RecordForm
      of={form}
      onCancel={onDone}
      stored={
        stored && {
          sure: t.sure,
          remove: async () => {
            await deleteOwnService(id, etag);
            await done(t.deleted);
          },
        }
      }
    >
      <TextField of={form.field('name')} label={t.name} hint={t.nameHint} autoFocus />
      <SelectField
        of={form.field('kind')}
        label={t.kind}
        options={KINDS.map((kind) => [kind, words.kind[kind]])}
      />
      <div className="pair">
        <TextField of={form.field('unit')} label={t.unit} hint={t.unitHint} />
        <SelectField
          of={form.field('precision')}
          label={t.precision}
          options={PLACES.map((places) => [places, places])}
        />
      </div>
      <MethodFields of={form} />
    </RecordForm>
  );
}

function MethodFields({ of }: { readonly of: FormState<Typed> }): ReactElement {
  const t = useWords(WORDS);
  const words = useWords(chargingWords);
  return (
    <fieldset className="fields">
      <legend>{t.methods}</legend>
      {METHODS.map((method) => (
        <CheckField
          key={method}
          of={of.field(method)}
          label={words.method[method]}
          {...(method === 'fixed' && { hint: t.hint })}
        />
      ))}
    </fieldset>
  );
}

const NEW: OwnServiceBody = {
  name: '',
  unit: 'мес.',
  precision: 2,
  methods: ['fixed'],
  kind: 'other',
};

function chosenIn(typed: Typed): readonly ChargingMethod[] {
  return METHODS.filter((method) => typed[method] === 'true');
}

function typedOf({ name, kind, unit, precision, methods }: OwnServiceBody): Typed {
  const chosen = METHODS.map((method) => [method, String(methods.includes(method))] as const);
  return {
    name,
    kind,
    unit,
    precision: String(precision),
    ...(Object.fromEntries(chosen) as Record<(typeof METHODS)[number], string>),
  };
}

function bodyOf(typed: Typed): OwnServiceBody {
  return {
    name: typed.name.trim(),
    kind: typed.kind as ServiceKind,
    unit: typed.unit.trim(),
    precision: Number(typed.precision),
    methods: [...chosenIn(typed)],
  };
}
