// A penalty rate: first its impact on penalties that are not booked yet, then the rate itself.
import {
  listPenaltyRates,
  type PenaltyRate,
  type RateImpact,
} from '@kvartplata/contracts/billing/penalty-rates.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import type { Versioned } from '../../lib/api.ts';
import { parseDay, showDay, today } from '../../lib/days.ts';
import { parseFigure, showShortFigure } from '../../lib/figures.ts';
import { orEmpty, orNull } from '../../lib/optional.ts';
import { groupOf } from '../../lib/reads.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { CheckField, DateField, TextField } from '../../ui/field.tsx';
import { Form, useForm, type FormState } from '../../ui/form.tsx';
import { useVersion } from '../../ui/stored-record.tsx';
import { tell } from '../../ui/toasts.tsx';
import {
  addRate,
  askImpact,
  changeRate,
  deleteRate,
  rateOf,
  type RateBody,
} from './penalty-rates.ts';
import { ImpactTable, type HouseNaming } from './impact-table.tsx';

const WORDS = inBoth(
  {
    from: 'Первый день',
    to: 'Последний день',
    toHint: 'Пусто — бессрочно',
    base: 'Ключевая ставка, %',
    effective: 'Для пеней, %',
    effectiveHint: 'Пусто — вся ключевая ставка',
    basis: 'Основание',
    closePrevious: 'Закончить действующую ставку днём раньше',
    dayWrong: 'Нужна дата, например 01.07.2026',
    figureWrong: 'Нужно число, например 9,5',
    look: 'Показать, что изменится',
    accept: 'Принять ставку',
    saved: 'Ставка принята.',
    deleted: 'Ставка удалена.',
    sure: (from: string) =>
      `Удалить ставку с ${from}? Дни, которые она покрывала, останутся без ставки: пени за них не посчитаются, пока не появится другая.`,
  },
  {
    from: 'First day',
    to: 'Last day',
    toHint: 'Empty: no end',
    base: 'Key rate, %',
    effective: 'Penalties, %',
    effectiveHint: 'Empty: the whole key rate',
    basis: 'Basis',
    closePrevious: 'End the rate in force on the day before',
    dayWrong: 'Enter a date, such as 01.07.2026',
    figureWrong: 'Enter a number, such as 9,5',
    look: 'Show changes',
    accept: 'Save the rate',
    saved: 'Rate saved.',
    deleted: 'Rate deleted.',
    sure: (from) =>
      `Delete the rate from ${from}? Its days will have no rate: their penalties cannot be calculated until there is another.`,
  },
);

type Typed = Readonly<
  Record<
    'validFrom' | 'validTo' | 'baseCbrRate' | 'effectiveRate' | 'description' | 'closePrevious',
    string
  >
>;

export function RateForm({
  stored,
  nameOf,
  onDone,
}: {
  /** Undefined for a new one. */
  readonly stored?: Versioned<PenaltyRate>;
  readonly nameOf: HouseNaming;
  readonly onDone: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const client = useQueryClient();
  const id = stored?.record.id ?? 0;
  const [etag, theirs] = useVersion(stored, rateOf(id).read, typedOf);
  /** The impact of the rate typed now; any other one has not been previewed. */
  const [looked, setLooked] = useState<{ readonly of: string; readonly impact: RateImpact }>();
  const done = async (text: string): Promise<void> => {
    await client.invalidateQueries({ queryKey: groupOf(listPenaltyRates) });
    tell(text);
    onDone();
  };
  const form = useForm<Typed>({
    initial: stored === undefined ? newRate() : typedOf(stored.record),
    required: ['validFrom', 'baseCbrRate'],
    check: ({ validFrom, validTo, baseCbrRate, effectiveRate }) => ({
      ...(parseDay(validFrom) === undefined ? { validFrom: t.dayWrong } : {}),
      ...(validTo.trim() === '' || parseDay(validTo) !== undefined ? {} : { validTo: t.dayWrong }),
      ...(parseFigure(baseCbrRate) === undefined ? { baseCbrRate: t.figureWrong } : {}),
      ...(effectiveRate.trim() === '' || parseFigure(effectiveRate) !== undefined
        ? {}
        : { effectiveRate: t.figureWrong }),
    }),
    save: async (typed) => {
      const body = bodyOf(typed);
      if (looked?.of !== JSON.stringify(body)) {
        setLooked({ of: JSON.stringify(body), impact: await askImpact(body) });
        return 'not-stored';
      }
      if (stored === undefined) await addRate(body, typed.closePrevious === 'true');
      else await changeRate(id, etag, body);
      return done(t.saved);
    },
    ...theirs,
  });
  const isLooked = looked !== undefined && looked.of === JSON.stringify(bodyOf(form.values));
  return (
    <div className="stack">
      <Form of={form} save={isLooked ? t.accept : t.look} onCancel={onDone}>
        <RateFields of={form} />
        <TextField of={form.field('description')} label={t.basis} maxLength={500} />
        {stored === undefined && (
          <CheckField of={form.field('closePrevious')} label={t.closePrevious} />
        )}
        {isLooked && <ImpactTable impact={looked.impact} nameOf={nameOf} />}
      </Form>
      {stored !== undefined && (
        <DeleteButton
          what={t.sure(showDay(stored.record.validFrom))}
          act={async () => {
            await deleteRate(id, etag);
            await done(t.deleted);
          }}
        />
      )}
    </div>
  );
}

function RateFields({ of }: { readonly of: FormState<Typed> }): ReactElement {
  const t = useWords(WORDS);
  return (
    <>
      <div className="pair">
        <DateField of={of.field('validFrom')} label={t.from} autoFocus />
        <DateField of={of.field('validTo')} label={t.to} hint={t.toHint} />
      </div>
      <div className="pair">
        <TextField of={of.field('baseCbrRate')} label={t.base} inputMode="decimal" />
        <TextField
          of={of.field('effectiveRate')}
          label={t.effective}
          hint={t.effectiveHint}
          inputMode="decimal"
        />
      </div>
    </>
  );
}

function newRate(): Typed {
  return {
    validFrom: showDay(today()),
    validTo: '',
    baseCbrRate: '',
    effectiveRate: '',
    description: '',
    closePrevious: 'true',
  };
}

function typedOf(rate: PenaltyRate): Typed {
  return {
    validFrom: showDay(rate.validFrom),
    validTo: rate.validTo === null ? '' : showDay(rate.validTo),
    baseCbrRate: showShortFigure(rate.baseCbrRate),
    effectiveRate: showShortFigure(rate.effectiveRate),
    description: orEmpty(rate.description),
    closePrevious: 'false',
  };
}

function bodyOf(typed: Typed): RateBody {
  return {
    validFrom: parseDay(typed.validFrom) ?? '',
    validTo: parseDay(typed.validTo) ?? null,
    baseCbrRate: parseFigure(typed.baseCbrRate) ?? '',
    effectiveRate: parseFigure(typed.effectiveRate) ?? null,
    description: orNull(typed.description),
  };
}
