// The disputes of an organization: the objection in the resident's words, and the answer.
import type { Dispute, DisputeStatus } from '@kvartplata/contracts/billing/disputes.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { showInstant, showMonth } from '../../lib/days.ts';
import { showFigure } from '../../lib/figures.ts';
import { useAddressWords } from '../../lib/list-address.ts';
import { reloadBilling } from '../../lib/queries.ts';
import { useMay } from '../../lib/role.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { AnswerList, type Opened } from '../../ui/answer-list.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import type { Column } from '../../ui/table.tsx';
import { tell } from '../../ui/toasts.tsx';
import { disputesOf, settleDispute } from './disputes.ts';

const WORDS = inBoth(
  {
    title: 'Обращения жильцов',
    status: 'Показать',
    search: 'Счёт, плательщик, помещение или адрес',
    WAITING: 'Ждут ответа',
    SETTLED: 'С ответом',
    account: 'Счёт',
    line: 'Строка квитанции',
    reason: 'С чем не согласны',
    since: 'Когда',
    amount: 'Сумма, ₽',
    answer: 'Ответ',
    answerHint: 'Жилец увидит его на странице своей квитанции. Ответ даётся один раз.',
    send: 'Ответить',
    sent: 'Ответ дан.',
    notYours: 'Отвечает бухгалтер.',
    answered: (at: string) => `Ответ от ${at}:`,
    none: 'Таких обращений нет.',
    noneWaiting: 'На все обращения ответили.',
  },
  {
    title: 'Residents’ disputes',
    status: 'Show',
    search: 'Account, payer, room or address',
    WAITING: 'Waiting',
    SETTLED: 'Answered',
    account: 'Account',
    line: 'Line of the receipt',
    reason: 'Objection',
    since: 'When',
    amount: 'Amount, ₽',
    answer: 'Answer',
    answerHint: 'The resident sees it on the receipt’s page. It cannot be changed afterwards.',
    send: 'Answer',
    sent: 'Answer sent.',
    notYours: 'Accountants answer disputes.',
    answered: (at) => `Answered ${at}:`,
    none: 'No disputes found.',
    noneWaiting: 'All disputes are answered.',
  },
);
const STATUSES = ['WAITING', 'SETTLED'] as const;

export function DisputeList({
  organizationId,
  houseId,
  status = 'WAITING',
  houseChoice,
}: {
  readonly organizationId: number;
  readonly houseId?: number | undefined;
  readonly status?: DisputeStatus | undefined;
  readonly houseChoice: ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  const { words } = useAddressWords();
  const query = useInfiniteQuery(
    disputesOf({
      organizationId,
      status,
      ...(houseId === undefined ? {} : { houseId }),
      ...(words === '' ? {} : { search: words }),
    }),
  );
  return (
    <AnswerList
      words={t}
      statuses={STATUSES}
      columnsOf={useDisputeColumns()}
      answerOf={(dispute, onDone) => <Answer dispute={dispute} onSettled={onDone} />}
      {...{ query, status, houseId, houseChoice }}
    />
  );
}

function useDisputeColumns(): (...opened: Opened) => readonly Column<Dispute>[] {
  const t = useWords(WORDS);
  const language = useLanguage();
  return (openId, onOpen) => [
    {
      title: t.account,
      cell: ({ personalAccountId, accountNumber, period }) => (
        <Link
          to="/accounts/$accountId"
          params={{ accountId: String(personalAccountId) }}
          search={{ period }}
        >
          <Identifier>{accountNumber}</Identifier>
        </Link>
      ),
    },
    {
      title: t.line,
      isName: true,
      cell: ({ id, serviceName, period }) => (
        <>
          <button
            type="button"
            className="link"
            aria-expanded={id === openId}
            onClick={() => onOpen(id === openId ? undefined : id)}
          >
            {serviceName}
          </button>
          <p className="small soft">{showMonth(period, language)}</p>
        </>
      ),
    },
    {
      title: t.reason,
      cell: ({ reason }) => <span className="spoken">{reason}</span>,
    },
    {
      title: t.since,
      isExtra: true,
      cell: ({ createdAt }) => <span className="small">{showInstant(createdAt)}</span>,
    },
    {
      title: t.amount,
      isFigure: true,
      isExtra: true,
      cell: ({ amount }) => showFigure(amount),
    },
  ];
}

function Answer({
  dispute,
  onSettled,
}: {
  readonly dispute: Dispute;
  readonly onSettled: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const mayAnswer = useMay('accountant');
  const form = useForm({
    initial: { answer: '' },
    required: ['answer'],
    save: async ({ answer }) => {
      await settleDispute(dispute.id, answer.trim());
      tell(t.sent);
      onSettled();
      await reloadBilling();
    },
  });
  if (!mayAnswer && dispute.settledAt === null) return <p className="soft">{t.notYours}</p>;
  if (dispute.settledAt !== null)
    return (
      <p>
        <span className="soft">{t.answered(showInstant(dispute.settledAt))}</span> {dispute.answer}
      </p>
    );
  return (
    <Form of={form} save={t.send}>
      <TextField
        of={form.field('answer')}
        label={t.answer}
        hint={t.answerHint}
        maxLength={1000}
        autoFocus
      />
    </Form>
  );
}
