// The own penalty rules of the organization and its houses; owners add, change and end them.
import { listPenaltyRules, type PenaltyRule } from '@kvartplata/contracts/billing/penalty-rules.ts';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { showSpan } from '../../lib/days.ts';
import { groupOf } from '../../lib/reads.ts';
import { useMay } from '../../lib/role.ts';
import { unbroken } from '../../lib/unbroken.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { RecordSheet, storedForm } from '../../ui/record-sheet.tsx';
import { Empty } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { ruleOf } from './penalty-rules.ts';
import { RuleForm, type Place } from './rule-form.tsx';
import { ruleWords, sayDebts, sayRuleValue } from './rule-words.ts';

const WORDS = inBoth(
  {
    title: 'Свои правила',
    add: 'Добавить правило',
    one: 'Своё правило',
    none: 'Своих правил нет: пени считаются по закону.',
    what: 'Правило',
    value: 'Значение',
    where: 'Где',
    when: 'Когда',
    basis: 'Основание',
  },
  {
    title: 'Own rules',
    add: 'Add a rule',
    one: 'Own rule',
    none: 'None: penalties follow the law.',
    what: 'Rule',
    value: 'Value',
    where: 'Where',
    when: 'When',
    basis: 'Basis',
  },
);

export function OwnRules({
  rules,
  place,
}: {
  readonly rules: readonly PenaltyRule[];
  readonly place: Place;
}): ReactElement {
  const t = useWords(WORDS);
  return (
    <RecordSheet<PenaltyRule>
      title={t.title}
      add={t.add}
      one={t.one}
      mayWrite={useMay('owner')}
      changes={[groupOf(listPenaltyRules)]}
      list={(name) =>
        rules.length === 0 ? (
          <Empty>{t.none}</Empty>
        ) : (
          <RuleTable rules={rules} place={place} name={name} />
        )
      }
      form={storedForm(
        ({ id }) => ruleOf(id),
        (stored, end) => (
          <RuleForm place={place} stored={stored} {...end} />
        ),
      )}
    />
  );
}

function RuleTable({
  rules,
  place,
  name,
}: {
  readonly rules: readonly PenaltyRule[];
  readonly place: Place;
  readonly name: (rule: PenaltyRule, text: string) => ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  const words = useWords(ruleWords);
  const language = useLanguage();
  const addressOf = (id: number): string =>
    place.houses.find((house) => house.id === id)?.address ?? '…';
  return (
    <Table
      caption={t.title}
      rows={rules}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t.what,
          isName: true,
          cell: (rule) => name(rule, words.kinds[rule.kind]),
        },
        { title: t.value, cell: (rule) => sayRuleValue(rule, words) },
        {
          title: t.where,
          cell: ({ houseId }) =>
            houseId === null ? (
              words.everywhere
            ) : (
              <Link to="/houses/$houseId" params={{ houseId: String(houseId) }}>
                {unbroken(addressOf(houseId))}
              </Link>
            ),
        },
        {
          title: t.when,
          isExtra: true,
          cell: (rule) => (
            <>
              {showSpan(rule.validFrom, rule.validTo, language)}{' '}
              <span className="small soft">{sayDebts(rule, words, language)}</span>
            </>
          ),
        },
        {
          title: t.basis,
          isExtra: true,
          cell: ({ basis }) => <span className="small soft">{basis}</span>,
        },
      ]}
    />
  );
}
