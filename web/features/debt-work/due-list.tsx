// What is due in debt work, earliest first.
import type { DueItem } from '@kvartplata/contracts/billing/debt-work.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { showDay } from '../../lib/days.ts';
import { showFigure, signOf } from '../../lib/figures.ts';
import { unbroken } from '../../lib/unbroken.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Identifier } from '../../ui/identifier.tsx';
import { Answered, Empty } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { dueOf } from './debt-work.ts';

const WORDS = inBoth(
  {
    caption: 'Что пора сделать',
    what: 'Что',
    due: 'До',
    overdue: 'просрочено',
    account: 'Счёт',
    payer: 'Плательщик',
    address: 'Адрес',
    amount: 'Сумма, ₽',
    kinds: {
      'notice-term': 'Истекает срок уведомления',
      'case-step': 'Следующий шаг дела',
      limitation: 'Истекает исковая давность',
    },
    none: 'На этой неделе сроков нет, и в ближайшие 30 дней давность не истекает.',
    atRisk: (sum: string) => `Исковая давность истекает в ближайшие 30 дней по ${sum} ₽.`,
    shown: (shown: number, total: number) => `Показаны первые ${shown} из ${total}.`,
  },
  {
    caption: 'What is due',
    what: 'What',
    due: 'By',
    overdue: 'overdue',
    account: 'Account',
    payer: 'Payer',
    address: 'Address',
    amount: 'Amount, ₽',
    kinds: {
      'notice-term': 'The term of a notice ends',
      'case-step': 'Next step of a case',
      limitation: 'The limitation runs out',
    },
    none: 'Nothing is due this week, and no limitation runs out within 30 days.',
    atRisk: (sum) => `The limitation of ${sum} ₽ runs out within 30 days.`,
    shown: (shown, total) => `The first ${shown} of ${total} are shown.`,
  },
);

export function DueList({ organizationId }: { readonly organizationId: number }): ReactElement {
  const t = useWords(WORDS);
  const query = useQuery(dueOf(organizationId));
  return (
    <Answered query={query}>
      {({ items, total, amountAtRisk }) =>
        total === 0 ? (
          <Empty>{t.none}</Empty>
        ) : (
          <>
            {signOf(amountAtRisk) > 0 && <p>{t.atRisk(showFigure(amountAtRisk))}</p>}
            <DueTable items={items} />
            {total > items.length && <p className="soft">{t.shown(items.length, total)}</p>}
          </>
        )
      }
    </Answered>
  );
}

function DueTable({ items }: { readonly items: readonly DueItem[] }): ReactElement {
  const t = useWords(WORDS);
  return (
    <Table
      caption={t.caption}
      rows={items}
      keyOf={({ kind, personalAccountId, courtCaseId, restrictionNoticeId, state }) =>
        `${kind} ${personalAccountId} ${courtCaseId} ${restrictionNoticeId} ${state}`
      }
      columns={[
        {
          title: t.what,
          isName: true,
          cell: (item) => (
            <>
              <DueLink item={item} />
              {item.isOverdue && <span className="badge odd"> {t.overdue}</span>}
            </>
          ),
        },
        { title: t.due, cell: ({ dueOn }) => showDay(dueOn) },
        {
          title: t.account,
          cell: ({ personalAccountId, accountNumber }) => (
            <Link to="/accounts/$accountId" params={{ accountId: String(personalAccountId) }}>
              <Identifier>{accountNumber}</Identifier>
            </Link>
          ),
        },
        { title: t.payer, isExtra: true, cell: ({ payer }) => payer },
        { title: t.address, isExtra: true, cell: ({ address }) => unbroken(address) },
        { title: t.amount, isFigure: true, cell: ({ amount }) => showFigure(amount) },
      ]}
    />
  );
}

function DueLink({ item }: { readonly item: DueItem }): ReactElement {
  const { kinds } = useWords(WORDS);
  const said = kinds[item.kind];
  if (item.courtCaseId !== null)
    return (
      <Link to="/debt-work/cases/$caseId" params={{ caseId: String(item.courtCaseId) }}>
        {said}
      </Link>
    );
  return item.restrictionNoticeId === null ? (
    <>{said}</>
  ) : (
    <Link to="/debt-work/notices">{said}</Link>
  );
}
