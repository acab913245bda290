// The law's calendar of penalties, and which rules of the law or of the organization end soon.
import type { PenaltyRules } from '@kvartplata/contracts/billing/penalty-rules.ts';
import type { ReactElement } from 'react';
import { showDay, showSpan } from '../../lib/days.ts';
import { said } from '../../lib/said.ts';
import {
  counted,
  countedEn,
  inBoth,
  useLanguage,
  useWords,
  type Language,
} from '../../lib/words.ts';
import { Sheet } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import { ruleWords } from './rule-words.ts';

const WORDS = inBoth(
  {
    ending: 'Скоро закончатся',
    ends: (day: string, left: string) => `последний день ${day}, осталось ${left}`,
    left: (count: number) => counted(count, 'день', 'дня', 'дней'),
    law: 'Календарь закона',
    what: 'Правило',
    when: 'Когда',
  },
  {
    ending: 'Ending soon',
    ends: (day, left) => `last day ${day}, ${left} left`,
    left: (count) => countedEn(count, 'day'),
    law: 'The law’s calendar',
    what: 'Rule',
    when: 'When',
  },
);

export function EndingRules({ rules }: { readonly rules: PenaltyRules }): ReactElement | null {
  const t = useWords(WORDS);
  const { kinds } = useWords(ruleWords);
  const language = useLanguage();
  const { items, law, endingSoon } = rules;
  const nameOf = ({ ruleId, description }: PenaltyRules['endingSoon'][number]): string => {
    const own = items.find(({ id }) => id === ruleId);
    if (own !== undefined) return `${kinds[own.kind]}: ${own.basis}`;
    const rule = law.find((each) => each.description === description);
    return rule === undefined ? description : nameInLaw(rule, language);
  };
  if (endingSoon.length === 0) return null;
  return (
    <Sheet title={t.ending}>
      <ul className="checks">
        {endingSoon.map((ending) => (
          <li key={`${ending.description} ${ending.lastDay}`}>
            <strong>{nameOf(ending)}</strong>{' '}
            <span className="odd">{t.ends(showDay(ending.lastDay), t.left(ending.daysLeft))}</span>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

export function LawRules({ law }: Pick<PenaltyRules, 'law'>): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  return (
    <Sheet title={t.law}>
      <Table
        caption={t.law}
        rows={law}
        keyOf={({ description }) => description}
        columns={[
          {
            title: t.what,
            isName: true,
            cell: (rule) => nameInLaw(rule, language),
          },
          {
            title: t.when,
            cell: ({ validFrom, validTo }) => showSpan(validFrom, validTo, language),
          },
        ]}
      />
    </Sheet>
  );
}

function nameInLaw(
  { description, descriptionRu }: PenaltyRules['law'][number],
  language: Language,
): string {
  return said({ ru: descriptionRu, en: description }, language);
}
