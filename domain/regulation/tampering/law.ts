// The paragraphs of the law behind the charge for interference with a meter.
import { computedIn, type LawRow } from '../../law/law-row.ts';

export const LAW: readonly LawRow[] = [
  ...computedIn('domain/regulation/tampering', 'decree-354', [
    [
      '62, 81(11)',
      {
        ru: 'вмешательство в работу прибора: доначисление по мощности или пропускной способности с последней проверки, не более чем за три месяца, иначе норматив × 10',
        en: 'interference with a meter: by capacity since the last check, three months at most, else the norm × 10',
      },
      {
        rule: 'tampering.ts',
        test: 'tampering.test.ts',
        figure: '2 × 4 × 10 × 3 months',
      },
    ],
  ]),
];
