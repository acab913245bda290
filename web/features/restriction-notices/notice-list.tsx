// Restriction notices: whose, for which service, their state, and the current term.
import type { RestrictionNotice } from '@kvartplata/contracts/billing/restriction-notices.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { showDay } from '../../lib/days.ts';
import { showFigure } from '../../lib/figures.ts';
import { useMay } from '../../lib/role.ts';
import { unbroken } from '../../lib/unbroken.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { useLeave } from '../../ui/dialog.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Empty } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';
import { NoticeStepForm } from './notice-step-form.tsx';
import { noticeWords } from './notice-words.ts';
import { letterOf, noticesOf } from './restriction-notices.ts';

const WORDS = inBoth(
  {
    caption: 'Уведомления об ограничении',
    service: 'Услуга',
    account: 'Счёт',
    address: 'Адрес',
    state: 'Состояние',
    term: 'Срок по',
    debt: 'Долг, ₽',
    norm: 'Месяц по нормативу, ₽',
    letter: 'Письмо PDF',
    none: 'Уведомлений нет. Уведомление составляют в карточке счёта.',
    taken: (step: string, day: string, reference: string) => `${step} ${day}: ${reference}`,
  },
  {
    caption: 'Restriction notices',
    service: 'Service',
    account: 'Account',
    address: 'Address',
    state: 'State',
    term: 'Term until',
    debt: 'Debt, ₽',
    norm: 'Month by the norm, ₽',
    letter: 'Letter PDF',
    none: 'No notices. A notice is made on the card of an account.',
    taken: (step, day, reference) => `${step} ${day}: ${reference}`,
  },
);

export function NoticeList({ of }: { readonly of: Parameters<typeof noticesOf>[0] }): ReactElement {
  const t = useWords(WORDS);
  const [openId, setOpen] = useState<number>();
  // The step's form reports what is typed in it; here that is only asked about.
  const leave = useLeave(false, false);
  const query = useInfiniteQuery(noticesOf(of));
  return (
    <PagedTable
      query={query}
      caption={t.caption}
      keyOf={({ id }) => id}
      isChosen={({ id }) => id === openId}
      empty={<Empty>{t.none}</Empty>}
      detail={(notice) =>
        notice.id === openId ? (
          <Detail notice={notice} onDone={() => setOpen(undefined)} />
        ) : undefined
      }
      columns={useNoticeColumns(openId, (id) => leave(() => setOpen(id)))}
    />
  );
}

function useNoticeColumns(
  openId: number | undefined,
  onOpen: (id: number | undefined) => void,
): readonly Column<RestrictionNotice>[] {
  const t = useWords(WORDS);
  const { states } = useWords(noticeWords);
  return [
    {
      title: t.service,
      isName: true,
      cell: ({ id, serviceName }) => (
        <button
          type="button"
          className="link"
          aria-expanded={id === openId}
          onClick={() => onOpen(id === openId ? undefined : id)}
        >
          {serviceName}
        </button>
      ),
    },
    {
      title: t.account,
      cell: ({ personalAccountId, accountNumber, payer }) => (
        <>
          <Link to="/accounts/$accountId" params={{ accountId: String(personalAccountId) }}>
            <Identifier>{accountNumber}</Identifier>
          </Link>{' '}
          <span className="small soft wide-only">{payer}</span>
        </>
      ),
    },
    { title: t.address, isExtra: true, cell: ({ address }) => unbroken(address) },
    { title: t.state, cell: ({ state }) => <span className="badge">{states[state]}</span> },
    {
      title: t.term,
      isExtra: true,
      cell: ({ termEndsOn }) => (termEndsOn === null ? '–' : showDay(termEndsOn)),
    },
    { title: t.debt, isFigure: true, cell: ({ debt }) => showFigure(debt) },
    {
      title: t.norm,
      isFigure: true,
      isExtra: true,
      cell: ({ normCharge }) => showFigure(normCharge),
    },
  ];
}

function Detail({
  notice,
  onDone,
}: {
  readonly notice: RestrictionNotice;
  readonly onDone: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const { steps } = useWords(noticeWords);
  const mayWork = useMay('accountant');
  return (
    <div className="stack">
      <ul className="small">
        {notice.steps.map(({ step, on, reference, createdAt }) => (
          <li key={createdAt}>{t.taken(steps[step], showDay(on), reference)}</li>
        ))}
      </ul>
      <ExportButton label={t.letter} file={letterOf(notice.id)} />
      {mayWork && notice.nextSteps.length > 0 && (
        <NoticeStepForm key={notice.state} of={notice} onDone={onDone} />
      )}
    </div>
  );
}
