// The debt requests of an organization: the deadline of each, and the answer.
import type {
  DebtRequest,
  DebtRequestStatus,
} from '@kvartplata/contracts/billing/debt-requests.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { showDay, showInstant, today } from '../../lib/days.ts';
import { parseFigure, showFigure, showRoubles } from '../../lib/figures.ts';
import { useAddressWords } from '../../lib/list-address.ts';
import { reloadBilling } from '../../lib/queries.ts';
import { useMay } from '../../lib/role.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { AnswerList, type Opened } from '../../ui/answer-list.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import type { Column } from '../../ui/table.tsx';
import { tell } from '../../ui/toasts.tsx';
import { answerDebtRequest, debtRequestsOf } from './debt-requests.ts';

const WORDS = inBoth(
  {
    title: 'Запросы о задолженности',
    status: 'Показать',
    search: 'Счёт, плательщик, помещение или адрес',
    WAITING: 'Ждут ответа',
    ANSWERED: 'С ответом',
    account: 'Счёт',
    request: 'Запрос',
    from: 'Кто спрашивает',
    received: 'Получен',
    due: 'Ответить до',
    late: 'просрочен',
    preliminary: '(пока не объявлен перенос выходных)',
    noDebt: 'Задолженности нет',
    debt: (amount: string, act: string) => `Долг ${amount}: ${act}`,
    send: 'Ответить',
    sent: 'Ответ дан.',
    law: 'Долгом считается только то, что подтвердил суд: без судебного акта ответ – «задолженности нет». Ответ даётся один раз.',
    courtAct: 'Судебный акт',
    courtHint: 'Номер и дата решения или приказа; пусто – задолженности нет',
    amount: 'Подтверждённая сумма, ₽',
    amountWrong: 'Нужна сумма больше нуля, например 1 250,50',
    bothNeeded: 'Нужны и акт, и сумма',
    proposed: (amount: string) =>
      `По счёту есть судебное дело, где суд уже решил: предложен ответ о долге ${amount}. Проверьте, что акт вступил в силу и не исполнен.`,
    toCase: 'Открыть дела счёта',
    answered: (at: string) => `Ответ от ${at}:`,
    notYours: 'Отвечает бухгалтер.',
    none: 'Таких запросов нет.',
    noneWaiting: 'На все запросы ответили.',
  },
  {
    title: 'Requests about debts',
    status: 'Show',
    search: 'Account, payer, room or address',
    WAITING: 'Waiting',
    ANSWERED: 'Answered',
    account: 'Account',
    request: 'Request',
    from: 'Who asks',
    received: 'Received',
    due: 'Answer by',
    late: 'late',
    preliminary: '(until moved days of rest are announced)',
    noDebt: 'No debt',
    debt: (amount, act) => `Debt of ${amount}: ${act}`,
    send: 'Answer',
    sent: 'Answer given.',
    law: 'A debt is only what a court has confirmed: without its act the answer is “no debt”. It is given once.',
    courtAct: 'Act of a court',
    courtHint: 'Number and date of the judgment or order; blank: there is no debt',
    amount: 'Confirmed amount, ₽',
    amountWrong: 'Enter an amount above zero, such as 1250,50',
    bothNeeded: 'Enter both the act and the amount',
    proposed: (amount) =>
      `A court has decided in a case of the account: a debt of ${amount} is proposed. Check that its act is in force and not executed yet.`,
    toCase: 'Open the account’s cases',
    answered: (at) => `Answered ${at}:`,
    notYours: 'Accountants answer requests.',
    none: 'No requests found.',
    noneWaiting: 'All requests are answered.',
  },
);
const STATUSES = ['WAITING', 'ANSWERED'] as const;

export function DebtRequestList({
  organizationId,
  houseId,
  status = 'WAITING',
  houseChoice,
}: {
  readonly organizationId: number;
  readonly houseId?: number | undefined;
  readonly status?: DebtRequestStatus | undefined;
  readonly houseChoice: ReactNode;
}): ReactElement {
  const t = useWords(WORDS);
  const { words } = useAddressWords();
  const query = useInfiniteQuery(
    debtRequestsOf({
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
      columnsOf={useRequestColumns()}
      answerOf={(request, onDone) => <Answer request={request} onAnswered={onDone} />}
      {...{ query, status, houseId, houseChoice }}
    />
  );
}

function useRequestColumns(): (...opened: Opened) => readonly Column<DebtRequest>[] {
  const t = useWords(WORDS);
  return (openId, onOpen) => [
    {
      title: t.request,
      isName: true,
      cell: ({ id, number }) => (
        <button
          type="button"
          className="link"
          aria-expanded={id === openId}
          onClick={() => onOpen(id === openId ? undefined : id)}
        >
          {number}
        </button>
      ),
    },
    {
      title: t.account,
      cell: ({ personalAccountId, accountNumber }) => (
        <Link to="/accounts/$accountId" params={{ accountId: String(personalAccountId) }}>
          <Identifier>{accountNumber}</Identifier>
        </Link>
      ),
    },
    { title: t.from, cell: ({ requestedBy }) => requestedBy },
    { title: t.received, isExtra: true, cell: ({ receivedOn }) => showDay(receivedOn) },
    {
      title: t.due,
      cell: ({ dueOn, isDueOnPreliminary, status }) => (
        <>
          {showDay(dueOn)}
          {isDueOnPreliminary && <span className="soft"> {t.preliminary}</span>}
          {status === 'WAITING' && dueOn < today() && <span className="badge debt"> {t.late}</span>}
        </>
      ),
    },
  ];
}

function Answer({
  request,
  onAnswered,
}: {
  readonly request: DebtRequest;
  readonly onAnswered: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const mayAnswer = useMay('accountant');
  const { proposal } = request;
  const amountProposed = proposal?.confirmedAmount ?? '';
  const form = useForm({
    initial: {
      courtAct: proposal?.courtAct ?? '',
      confirmedAmount: amountProposed === '' ? '' : showFigure(amountProposed),
    },
    check: ({ courtAct, confirmedAmount }) => {
      if ((courtAct.trim() === '') !== (confirmedAmount.trim() === ''))
        return { [courtAct.trim() === '' ? 'courtAct' : 'confirmedAmount']: t.bothNeeded };
      return confirmedAmount.trim() !== '' && parseFigure(confirmedAmount) === undefined
        ? { confirmedAmount: t.amountWrong }
        : {};
    },
    save: async ({ courtAct, confirmedAmount }) => {
      const amount = parseFigure(confirmedAmount);
      await answerDebtRequest(
        request.id,
        amount === undefined ? {} : { courtAct: courtAct.trim(), confirmedAmount: amount },
      );
      tell(t.sent);
      onAnswered();
      await reloadBilling();
    },
  });
  if (request.answeredAt !== null)
    return (
      <p>
        <span className="soft">{t.answered(showInstant(request.answeredAt))}</span>{' '}
        {request.confirmedAmount === null
          ? t.noDebt
          : t.debt(showRoubles(request.confirmedAmount), request.courtAct ?? '')}
      </p>
    );
  if (!mayAnswer) return <p className="soft">{t.notYours}</p>;
  return (
    <Form of={form} save={t.send}>
      <p className="soft">{t.law}</p>
      {amountProposed !== '' && (
        <p>
          {t.proposed(showRoubles(amountProposed))}{' '}
          <Link to="/accounts/$accountId" params={{ accountId: String(request.personalAccountId) }}>
            {t.toCase}
          </Link>
        </p>
      )}
      <div className="pair">
        <TextField
          of={form.field('courtAct')}
          label={t.courtAct}
          hint={t.courtHint}
          maxLength={200}
          autoFocus
        />
        <TextField of={form.field('confirmedAmount')} label={t.amount} inputMode="decimal" />
      </div>
    </Form>
  );
}
