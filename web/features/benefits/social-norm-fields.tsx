// The social norm of a dwelling's area, by the number of those who live there.
import { parseFigure, showShortFigure } from '../../lib/figures.ts';
import type { Benefit } from '@kvartplata/contracts/core/benefits.ts';
import type { ReactElement } from 'react';
import { inBoth, useWords, type Language } from '../../lib/words.ts';
import { TextField } from '../../ui/field.tsx';
import type { FormState } from '../../ui/form.tsx';

const WORDS = inBoth(
  {
    legend: 'Социальная норма площади по закону региона, м²',
    one: 'На одного',
    two: 'На двоих вместе',
    each: 'На каждого из троих и более',
    wrong: 'Нужно число больше нуля, например 42',
  },
  {
    legend: 'Social norm of area by the law of the region, m²',
    one: 'For one',
    two: 'For two together',
    each: 'For each of three or more',
    wrong: 'Enter a number above zero, such as 42',
  },
);

const FIELDS = ['one', 'two', 'each'] as const;
export type TypedSocialNorm = Readonly<Record<(typeof FIELDS)[number], string>>;

export function SocialNormFields<V extends TypedSocialNorm>({
  of,
}: {
  readonly of: FormState<V>;
}): ReactElement {
  const t = useWords(WORDS);
  return (
    <fieldset className="fields">
      <legend>{t.legend}</legend>
      {FIELDS.map((name) => (
        <TextField key={name} of={of.field(name)} label={t[name]} inputMode="decimal" />
      ))}
    </fieldset>
  );
}

export function wrongSocialNorm(
  typed: TypedSocialNorm,
  language: Language,
): Partial<TypedSocialNorm> {
  const wrong = FIELDS.filter((name) => !(Number(parseFigure(typed[name])) > 0));
  return Object.fromEntries(wrong.map((name) => [name, WORDS[language].wrong]));
}

export function typedSocialNorm(norm: Benefit['socialNorm']): TypedSocialNorm {
  const typed = (area: string | undefined): string =>
    area === undefined ? '' : showShortFigure(area);
  return { one: typed(norm?.one), two: typed(norm?.two), each: typed(norm?.each) };
}

export function socialNormOf({ one, two, each }: TypedSocialNorm) {
  const area = (typed: string): string => parseFigure(typed) ?? '';
  return { one: area(one), two: area(two), each: area(each) };
}
