// A benefit: of which residents, its share of which charges, from when to when, and by which document.
import {
  createBenefit,
  deleteBenefit,
  getBenefit,
  replaceBenefit,
  type Benefit,
} from '@kvartplata/contracts/core/benefits.ts';
import type { HouseService } from '@kvartplata/contracts/core/house-services.ts';
import {
  BENEFIT_LIMITS,
  type BenefitLimit,
} from '@kvartplata/domain/regulation/benefit/benefit.ts';
import {
  BENEFIT_CATEGORIES,
  BENEFIT_CATEGORY_ROWS,
  type BenefitCategory,
} from '@kvartplata/domain/regulation/benefit/categories.ts';
import type { ReactElement } from 'react';
import { call, type Versioned } from '../../lib/api.ts';
import { sayAppliedMonths } from '../../lib/applied-months.ts';
import { parseDay, showDay, thisMonth } from '../../lib/days.ts';
import { showShortFigure } from '../../lib/figures.ts';
import { readVersioned } from '../../lib/reads.ts';
import { typedDay, wrongDays } from '../../lib/typed-days.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { DateField, SelectField, TextField, type FieldState } from '../../ui/field.tsx';
import { useForm, type FormState } from '../../ui/form.tsx';
import { RecordForm } from '../../ui/record-form.tsx';
import type { FormEnd } from '../../ui/record-sheet.tsx';
import { useVersion } from '../../ui/stored-record.tsx';
import { limitWords } from './benefit-words.ts';
import { percentOf, shareOf } from './percent.ts';
import {
  SocialNormFields,
  socialNormOf,
  typedSocialNorm,
  wrongSocialNorm,
  type TypedSocialNorm,
} from './social-norm-fields.tsx';

const WORDS = inBoth(
  {
    category: 'Категория',
    share: 'Доля, %',
    shareHint: 'Какая часть платы этих граждан снимается',
    persons: 'Граждан с правом на льготу',
    limit: 'Норматив',
    services: 'На какие услуги',
    servicesMissing: 'Отметьте хотя бы одну услугу',
    from: 'Первый день',
    to: 'Последний день',
    toHint: 'Пусто — бессрочно',
    dayWrong: 'Нужна дата, например 01.07.2026',
    shareWrong: 'Нужно число, например 50',
    personsWrong: 'Нужно целое число',
    basis: 'Документ',
    saved: 'Льгота записана.',
    deleted: 'Льгота удалена.',
    sure: 'Удалить льготу? Плата будет начислена полностью.',
  },
  {
    category: 'Category',
    share: 'Share, %',
    shareHint: 'How much of these persons’ part of a charge is taken off',
    persons: 'Entitled persons',
    limit: 'Norm',
    services: 'On which services',
    servicesMissing: 'Choose a service at least',
    from: 'First day',
    to: 'Last day',
    toHint: 'Empty: no end',
    dayWrong: 'Enter a date, such as 01.07.2026',
    shareWrong: 'Enter a number, such as 50',
    personsWrong: 'Enter a whole number',
    basis: 'Document',
    saved: 'Benefit saved.',
    deleted: 'Benefit deleted.',
    sure: 'Delete this benefit? The whole charge will be due.',
  },
);

type Typed = TypedSocialNorm &
  Readonly<
    Record<
      'category' | 'share' | 'persons' | 'limit' | 'services' | 'validFrom' | 'validTo' | 'basis',
      string
    >
  >;

export function BenefitForm({
  accountId,
  services,
  stored,
  onDone,
  onCancel,
}: FormEnd & {
  readonly accountId: number;
  /** The house's services. */
  readonly services: readonly HouseService[];
  /** Undefined for a new one. */
  readonly stored: Versioned<Benefit> | undefined;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const id = stored?.record.id ?? 0;
  const [ifMatch, theirs] = useVersion(stored, benefitOf(id).read, typedOf);
  const form = useForm<Typed>({
    initial: stored === undefined ? newOne() : typedOf(stored.record),
    required: ['share', 'persons', 'validFrom', 'basis'],
    check: (typed) => ({
      ...wrongDays(typed, ['validFrom', 'validTo'], t.dayWrong),
      ...(shareOf(typed.share) === undefined && { share: t.shareWrong }),
      ...(!/^\d+$/.test(typed.persons.trim()) && { persons: t.personsWrong }),
      ...(typed.limit === 'social-norm' && wrongSocialNorm(typed, language)),
      ...(typed.services === '' && { services: t.servicesMissing }),
    }),
    save: async (typed) => {
      const body = bodyOf(typed);
      const saved = await (stored === undefined
        ? call(createBenefit, { params: { personalAccountId: accountId }, body })
        : call(replaceBenefit, { params: { benefitId: id }, body, ifMatch }));
      await onDone(t.saved + sayAppliedMonths(saved.appliedMonths, language));
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
            await call(deleteBenefit, { params: { benefitId: id }, ifMatch });
            await onDone(t.deleted);
          },
          history: `benefit:${id}`,
        }
      }
    >
      <Rule of={form} />
      <ServicesField of={form.field('services')} label={t.services} services={services} />
      <div className="pair">
        <DateField of={form.field('validFrom')} label={t.from} />
        <DateField of={form.field('validTo')} label={t.to} hint={t.toHint} />
      </div>
      <TextField of={form.field('basis')} label={t.basis} />
    </RecordForm>
  );
}

/** The residents, and the share of a charge that it takes off. */
function Rule({ of }: { readonly of: FormState<Typed> }): ReactElement {
  const t = useWords(WORDS);
  const limits = useWords(limitWords);
  const language = useLanguage();
  return (
    <>
      <SelectField
        of={of.field('category')}
        label={t.category}
        options={BENEFIT_CATEGORIES.map((category) => [
          category,
          BENEFIT_CATEGORY_ROWS[category].name[language],
        ])}
        autoFocus
      />
      <div className="pair">
        <TextField of={of.field('share')} label={t.share} hint={t.shareHint} inputMode="decimal" />
        <TextField of={of.field('persons')} label={t.persons} inputMode="numeric" />
      </div>
      <SelectField
        of={of.field('limit')}
        label={t.limit}
        options={BENEFIT_LIMITS.map((limit) => [limit, limits[limit]])}
      />
      {of.values.limit === 'social-norm' && <SocialNormFields of={of} />}
    </>
  );
}

/** The value is the chosen ids, separated by commas. */
function ServicesField({
  of,
  label,
  services,
}: {
  readonly of: FieldState;
  readonly label: string;
  readonly services: readonly HouseService[];
}): ReactElement {
  const chosen = new Set(idsIn(of.value));
  const toggled = (id: number): string =>
    [...chosen.symmetricDifference(new Set([id]))].toSorted((a, b) => a - b).join();
  return (
    <fieldset className="house-boxes">
      <legend>{label}</legend>
      <ul>
        {services.map(({ id, name }) => (
          <li key={id}>
            <label className="check">
              <input
                type="checkbox"
                name={of.name}
                checked={chosen.has(id)}
                onChange={() => of.set(toggled(id))}
              />
              <span>{name}</span>
            </label>
          </li>
        ))}
      </ul>
      {of.wrong !== undefined && <span className="wrong">{of.wrong}</span>}
    </fieldset>
  );
}

function idsIn(text: string): readonly number[] {
  return text === '' ? [] : text.split(',').map(Number);
}

export function benefitOf(benefitId: number) {
  return readVersioned(getBenefit, { params: { benefitId } });
}

function newOne(): Typed {
  return {
    category: 'labour-veteran',
    share: '50',
    persons: '1',
    limit: 'norm',
    ...typedSocialNorm(null),
    services: '',
    validFrom: showDay(`${thisMonth()}-01`),
    validTo: '',
    basis: '',
  };
}

function typedOf(one: Benefit): Typed {
  return {
    category: one.category,
    share: showShortFigure(percentOf(one.share)),
    persons: String(one.persons),
    limit: one.limit,
    ...typedSocialNorm(one.socialNorm),
    services: one.services.join(),
    validFrom: showDay(one.validFrom),
    validTo: typedDay(one.validTo),
    basis: one.basis,
  };
}

function bodyOf(typed: Typed) {
  return {
    category: typed.category as BenefitCategory,
    share: shareOf(typed.share) ?? '',
    persons: Number(typed.persons),
    limit: typed.limit as BenefitLimit,
    socialNorm: typed.limit === 'social-norm' ? socialNormOf(typed) : null,
    services: [...idsIn(typed.services)],
    validFrom: parseDay(typed.validFrom) ?? '',
    validTo: parseDay(typed.validTo) ?? null,
    basis: typed.basis.trim(),
  };
}
