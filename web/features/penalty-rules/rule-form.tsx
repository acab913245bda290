// An own penalty rule of a house or the organization, instead of the law's.
import type { PenaltyRule, PenaltyRuleKind } from '@kvartplata/contracts/billing/penalty-rules.ts';
import type { ReactElement } from 'react';
import type { Versioned } from '../../lib/api.ts';
import { parseDay, showDay, today } from '../../lib/days.ts';
import { typedDay, wrongDays } from '../../lib/typed-days.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { DateField, SelectField, TextField, type FieldState } from '../../ui/field.tsx';
import { useForm, type FormState } from '../../ui/form.tsx';
import { RecordForm } from '../../ui/record-form.tsx';
import type { FormEnd } from '../../ui/record-sheet.tsx';
import { useVersion } from '../../ui/stored-record.tsx';
import { addRule, changeRule, deleteRule, ruleOf, type ChangedRule } from './penalty-rules.ts';
import { parseRuleValue, typedRuleValue } from './rule-value.ts';
import { ruleWords } from './rule-words.ts';

const WORDS = inBoth(
  {
    kind: 'Правило',
    where: 'Где',
    values: {
      'rate-cap': 'Ставка не выше, %',
      scale: 'Доли ставки по дням просрочки',
      method: 'Как считать',
      'due-day': 'День оплаты',
      'working-day': 'Переносить с выходного',
      limitation: 'Учитывать исковую давность',
    },
    hints: {
      'rate-cap': '0 — пени не начисляются',
      scale: 'Например: 31 1/300, 91 1/150. До первого из дней пеней нет',
      method: 'Для начислений этих месяцев',
      'due-day': 'Число месяца, до января 2026 года',
      'working-day': 'Для начислений этих месяцев',
      limitation: 'Платежи этих дней без месяца не гасят долги старше трёх лет',
    },
    from: 'Первый день',
    to: 'Последний день',
    toHint: 'Пусто — бессрочно',
    dueFrom: 'Долги со сроком с',
    dueTo: 'по',
    dueHint: 'Пусто — любой срок оплаты',
    basis: 'Основание',
    basisHint: 'Решение собрания или договор',
    valuesWrong: {
      'rate-cap': 'Нужно число, например 9,5',
      scale: 'Нужны дни и доли ставки, например 31 1/300, 91 1/150',
      'due-day': 'Нужно число месяца, например 10',
    },
    dayWrong: 'Нужна дата, например 01.07.2026',
    sure: 'Удалить правило? Пени, ещё не проведённые, посчитаются без него.',
    saved: 'Правило записано. Пени пересчитаются при следующем начислении.',
    deleted: 'Правило удалено.',
  },
  {
    kind: 'Rule',
    where: 'Where',
    values: {
      'rate-cap': 'Maximum rate, %',
      scale: 'Fractions of the rate by overdue days',
      method: 'How to count',
      'due-day': 'Due day',
      'working-day': 'Moves from days of rest',
      limitation: 'Apply the limitation',
    },
    hints: {
      'rate-cap': '0: no penalties',
      scale: 'For example 31 1/300, 91 1/150. Earlier days cost nothing',
      method: 'For the charges of these months',
      'due-day': 'Of the month, up to January 2026',
      'working-day': 'For the charges of these months',
      limitation: 'Payments of these days without a month skip debts older than three years',
    },
    from: 'First day',
    to: 'Last day',
    toHint: 'Empty: no end',
    dueFrom: 'Debts due from',
    dueTo: 'to',
    dueHint: 'Empty: whenever due',
    basis: 'Basis',
    basisHint: 'The minutes of a meeting, or a contract',
    valuesWrong: {
      'rate-cap': 'Enter a number, such as 9,5',
      scale: 'Enter days and fractions of the rate, such as 31 1/300, 91 1/150',
      'due-day': 'Enter a day of the month, such as 10',
    },
    dayWrong: 'Enter a date, such as 01.07.2026',
    sure: 'Delete the rule? Penalties not booked yet will be calculated without it.',
    saved: 'Rule saved. It takes effect with the next accrual.',
    deleted: 'Rule deleted.',
  },
);

/** Where rules can apply. */
export type Place = {
  readonly organizationId: number;
  readonly houses: readonly { readonly id: number; readonly address: string }[];
};

type Typed = {
  readonly kind: PenaltyRuleKind;
} & Readonly<
  Record<'houseId' | 'value' | 'validFrom' | 'validTo' | 'dueFrom' | 'dueTo' | 'basis', string>
>;

const FIRST_VALUES: Readonly<Record<PenaltyRuleKind, string>> = {
  'rate-cap': '',
  scale: '',
  method: 'payment-day',
  'due-day': '',
  'working-day': 'false',
  limitation: 'false',
};
/** The other kinds apply to all debts. */
const OF_SOME_DEBTS: readonly PenaltyRuleKind[] = ['rate-cap', 'scale', 'method'];

export function RuleForm({
  place,
  stored,
  onDone,
  onCancel,
}: FormEnd & {
  readonly place: Place;
  /** Undefined for a new one. */
  readonly stored: Versioned<PenaltyRule> | undefined;
}): ReactElement {
  const t = useWords(WORDS);
  const id = stored?.record.id ?? 0;
  const [etag, theirs] = useVersion(stored, ruleOf(id).read, typedOf);
  const form = useForm<Typed>({
    initial: stored === undefined ? newRule() : typedOf(stored.record),
    required: ['value', 'validFrom', 'basis'],
    check: (typed) => ({
      ...wrongDays(typed, ['validFrom', 'validTo'], t.dayWrong),
      ...(OF_SOME_DEBTS.includes(typed.kind) && wrongDays(typed, ['dueFrom', 'dueTo'], t.dayWrong)),
      ...wrongValue(typed, t.valuesWrong),
    }),
    save: async (typed) => {
      const body = bodyOf(typed);
      const { kind, houseId } = typed;
      const where =
        houseId === '' ? { organizationId: place.organizationId } : { houseId: Number(houseId) };
      if (stored === undefined) await addRule({ ...where, kind, ...body });
      else await changeRule(id, etag, body);
      await onDone(t.saved);
    },
    ...theirs,
  });
  return (
    <RecordForm
      of={form}
      onCancel={onCancel}
      stored={
        stored && {
          sure: t.sure,
          remove: async () => {
            await deleteRule(id, etag);
            await onDone(t.deleted);
          },
        }
      }
    >
      <KindAndPlace of={form} place={place} isNew={stored === undefined} />
      <ValueField of={form.field('value')} kind={form.values.kind} />
      <div className="pair">
        <DateField of={form.field('validFrom')} label={t.from} />
        <DateField of={form.field('validTo')} label={t.to} hint={t.toHint} />
      </div>
      {OF_SOME_DEBTS.includes(form.values.kind) && (
        <div className="pair">
          <DateField of={form.field('dueFrom')} label={t.dueFrom} hint={t.dueHint} />
          <DateField of={form.field('dueTo')} label={t.dueTo} />
        </div>
      )}
      <TextField of={form.field('basis')} label={t.basis} hint={t.basisHint} maxLength={500} />
    </RecordForm>
  );
}

/** The other kinds are chosen from lists. */
function wrongValue(
  { kind, value }: Typed,
  words: Readonly<Partial<Record<PenaltyRuleKind, string>>>,
): { readonly value?: string } {
  const wrong = words[kind];
  return wrong === undefined || parseRuleValue(kind, value) !== undefined ? {} : { value: wrong };
}

/** Neither can be changed later. */
function KindAndPlace({
  of,
  place,
  isNew,
}: {
  readonly of: FormState<Typed>;
  readonly place: Place;
  readonly isNew: boolean;
}): ReactElement {
  const t = useWords(WORDS);
  const words = useWords(ruleWords);
  const kindField = of.field('kind');
  return (
    <div className="pair">
      <SelectField
        of={{
          ...kindField,
          set: (chosen) => {
            kindField.set(chosen);
            of.field('value').set(FIRST_VALUES[chosen as PenaltyRuleKind]);
          },
        }}
        label={t.kind}
        options={Object.entries(words.kinds)}
        disabled={!isNew}
      />
      <SelectField
        of={of.field('houseId')}
        label={t.where}
        options={[
          ['', words.everywhere],
          ...place.houses.map((house) => [String(house.id), house.address] as const),
        ]}
        disabled={!isNew}
      />
    </div>
  );
}

function ValueField({
  of,
  kind,
}: {
  readonly of: FieldState;
  readonly kind: PenaltyRuleKind;
}): ReactElement {
  const t = useWords(WORDS);
  const { methods, yes, no } = useWords(ruleWords);
  const shown = { of, label: t.values[kind], hint: t.hints[kind] };
  if (kind === 'method') return <SelectField {...shown} options={Object.entries(methods)} />;
  if (kind === 'working-day' || kind === 'limitation')
    return (
      <SelectField
        {...shown}
        options={[
          ['true', yes],
          ['false', no],
        ]}
      />
    );
  return <TextField {...shown} {...(kind === 'scale' ? {} : { inputMode: 'decimal' as const })} />;
}

function newRule(): Typed {
  return {
    kind: 'rate-cap',
    houseId: '',
    value: FIRST_VALUES['rate-cap'],
    validFrom: showDay(today()),
    validTo: '',
    dueFrom: '',
    dueTo: '',
    basis: '',
  };
}

function typedOf(rule: PenaltyRule): Typed {
  return {
    kind: rule.kind,
    houseId: rule.houseId === null ? '' : String(rule.houseId),
    value: typedRuleValue(rule),
    validFrom: showDay(rule.validFrom),
    validTo: typedDay(rule.validTo),
    dueFrom: typedDay(rule.dueFrom),
    dueTo: typedDay(rule.dueTo),
    basis: rule.basis,
  };
}

function bodyOf({ kind, value, validFrom, validTo, dueFrom, dueTo, basis }: Typed): ChangedRule {
  const isOfSome = OF_SOME_DEBTS.includes(kind);
  return {
    value: parseRuleValue(kind, value) ?? '',
    validFrom: parseDay(validFrom) ?? '',
    validTo: parseDay(validTo) ?? null,
    dueFrom: isOfSome ? (parseDay(dueFrom) ?? null) : null,
    dueTo: isOfSome ? (parseDay(dueTo) ?? null) : null,
    basis: basis.trim(),
  };
}
