// Entering a payment by keyboard in one line: the account, the amount, Enter; the day and the document are prefilled next to it.
import { newKey } from '@kvartplata/client/client.ts';
import type { PersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { parseDay, parseMonth, showDay, today, typedMonth } from '../../lib/days.ts';
import { fieldAt } from '../../lib/field-paths.ts';
import { showFigure, signOf } from '../../lib/figures.ts';
import { parseAmount } from '../../lib/typed-amount.ts';
import { saidReasons } from '../../lib/reason-texts.ts';
import { inBoth, useLanguage, useWords, type Language } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { useLeave } from '../../ui/dialog.tsx';
import { DateField, TextField, type FieldState } from '../../ui/field.tsx';
import { useWarningBeforeLeaving } from '../../ui/form.tsx';
import { book, forget, type Unbooked, type Waiting } from './unbooked-payments.ts';

const WORDS = inBoth(
  {
    amount: 'Сумма, ₽',
    day: 'Дата',
    period: 'За месяц',
    document: 'Документ',
    book: 'Записать',
    accountNeeded: 'Выберите счёт из найденных',
    dayWrong: 'Нужна дата не позже сегодняшней, например 21.11.2026',
    periodWrong: 'Нужен месяц, например 11.2026, или пусто',
  },
  {
    amount: 'Amount, ₽',
    day: 'Day',
    period: 'For month',
    document: 'Document',
    book: 'Book',
    accountNeeded: 'Choose one of the accounts found',
    dayWrong: 'Enter a date up to today, such as 21.11.2026',
    periodWrong: 'Enter a month, such as 11.2026, or leave it empty',
  },
);

type Name = 'amount' | 'day' | 'period' | 'document';
type Typed = Readonly<Record<Name, string>>;
type Wrong = Partial<Record<Name | 'account', string>>;

export type AccountFieldState = {
  readonly account: PersonalAccount | undefined;
  readonly onChoose: (account: PersonalAccount | undefined) => void;
  readonly onAwait: () => void;
  readonly onMissed: () => void;
  readonly wrong: string | undefined;
};

type Props = {
  readonly organizationId: number;
  readonly day: string;
  /** The debt of the chosen account, once it is known. */
  readonly owed: string | undefined;
  /** A refused payment that is being corrected. */
  readonly begin: { readonly payment: Waiting; readonly account: PersonalAccount } | undefined;
  readonly onDay: (day: string) => void;
  readonly onAccount: (account: PersonalAccount | undefined) => void;
  readonly accountField: (state: AccountFieldState) => ReactNode;
  /** Facts about the account. */
  readonly hint: ReactNode;
};

export function PaymentEntry({ owed, accountField, hint, ...ofEntry }: Props): ReactElement {
  const t = useWords(WORDS);
  const formId = useId();
  const { typed, set, wrong, isPending, submit, accountState } = useEntry(formId, ofEntry);
  const field = (name: Name): FieldState => ({
    name,
    value: typed[name],
    set: (value) => set(name, value),
    wrong: wrong[name],
    theirs: undefined,
  });

  function onAmountKey(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown' || owed === undefined || signOf(owed) <= 0) return;
    event.preventDefault();
    set('amount', showFigure(owed));
  }

  return (
    <form
      id={formId}
      className="entry"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {accountField(accountState)}
      <TextField
        of={field('amount')}
        label={t.amount}
        inputMode="decimal"
        autoComplete="off"
        onKeyDown={onAmountKey}
      />
      <DateField of={field('day')} label={t.day} />
      <TextField of={field('period')} label={t.period} inputMode="numeric" autoComplete="off" />
      <TextField of={field('document')} label={t.document} maxLength={100} autoComplete="off" />
      <Button
        kind="primary"
        type="submit"
        isBusy={isPending}
        onClick={(event) => {
          // The second click of a double click finds the line emptied, and would mark it as incomplete.
          if (event.detail > 1) event.preventDefault();
        }}
      >
        {t.book}
      </Button>
      <div className="hint">{hint}</div>
    </form>
  );
}

/** The state of the line, its account, and booking it. */
function useEntry(
  formId: string,
  {
    organizationId,
    day,
    begin,
    onDay,
    onAccount,
  }: Pick<Props, 'organizationId' | 'day' | 'begin' | 'onDay' | 'onAccount'>,
) {
  const language = useLanguage();
  /** The refused payment in the line; it stays stored until its correction is. */
  const [corrected, setCorrected] = useState(begin);
  const [account, setAccount] = useState(begin?.account);
  const [typed, setTyped] = useState(() => typedOf(begin?.payment, day));
  const [wrong, setWrong] = useState(() => refusedOf(begin?.payment, language));
  /** Enter was pressed in the account's field before the search result came. */
  const [isAwaited, setAwaited] = useState(false);
  /** Enter was pressed in the line while its account was still being searched for. */
  const [isWanted, setWanted] = useState(false);
  const lastBooked = useRef<Typed>(undefined);
  useHeld(isChanged(typed, account, corrected));
  const focus = (name: Name | 'account'): void =>
    document.getElementById(formId)?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();

  function choose(chosen: PersonalAccount | undefined): void {
    setAwaited(false);
    if (chosen === undefined) setWanted(false);
    setWrong({});
    setAccount(chosen);
    onAccount(chosen);
    if (chosen !== undefined && !isAwaited) focus('amount');
  }

  function set(name: Name, value: string): void {
    setTyped((all) => ({ ...all, [name]: value }));
    const known = name === 'day' ? parseDay(value) : undefined;
    if (known !== undefined) onDay(known);
  }

  /** If the account is still being searched for, the line is booked once it is found. */
  function submit(): void {
    const found = wrongIn(typed, account !== undefined || isAwaited, language);
    setWrong(found);
    const [first] = Object.keys(found);
    if (first !== undefined) return focus(first as Name | 'account');
    if (account === undefined) return setWanted(true);
    const payment = paymentOf(typed, account, organizationId, language);
    // A second Enter may come before the emptied line is rendered.
    if (payment === undefined || lastBooked.current === typed) return;
    lastBooked.current = typed;
    bookInstead(payment, corrected?.payment);
    setCorrected(undefined);
    setTyped((all) => ({ ...all, amount: '', period: '', document: '' }));
    setAccount(undefined);
    onAccount(undefined);
    focus('account');
  }

  useOnceFound(isWanted && !isAwaited, () => {
    setWanted(false);
    submit();
  });

  const accountState: AccountFieldState = {
    account,
    onChoose: choose,
    onAwait: () => {
      setAwaited(true);
      focus('amount');
    },
    onMissed: () => {
      setAwaited(false);
      setWrong({ account: WORDS[language].accountNeeded });
      focus('account');
    },
    wrong: wrong.account,
  };
  return { typed, set, wrong, isPending: isWanted, submit, accountState };
}

/** Closing the tab, a link and another correction ask first. */
function useHeld(isUnsaved: boolean): void {
  useWarningBeforeLeaving(isUnsaved);
  useLeave(isUnsaved, false);
}

function bookInstead(payment: Unbooked, corrected: Unbooked | undefined): void {
  book(payment);
  if (corrected !== undefined) forget(corrected.key);
}

/** Enter and the search result may come in either order: neither handler sees the other's state before the next render. */
function useOnceFound(isFound: boolean, submit: () => void): void {
  useEffect(() => {
    if (isFound) submit();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isFound]);
}

const FIELDS: readonly string[] = ['amount', 'day', 'period', 'document', 'account'];
const NAMES = { paidOn: 'day', reference: 'document', personalAccountId: 'account' };

/** The service's field errors, by field. */
function refusedOf(payment: Waiting | undefined, language: Language): Wrong {
  const told = saidReasons(payment?.failure, language).flatMap(({ pointer, said }) => {
    const name = fieldAt(pointer, (one) => FIELDS.includes(one), NAMES);
    return name === undefined || said === undefined ? [] : [[name, said] as const];
  });
  // If a field has several reasons, the first is shown.
  return Object.fromEntries(told.toReversed());
}

function wrongIn(typed: Typed, hasAccount: boolean, language: Language): Wrong {
  const t = WORDS[language];
  const { sum, paidOn, period } = parsed(typed, language);
  return {
    ...(hasAccount ? {} : { account: t.accountNeeded }),
    ...('wrong' in sum ? { amount: sum.wrong } : {}),
    ...(paidOn === undefined ? { day: t.dayWrong } : {}),
    ...(period === undefined && typed.period.trim() !== '' ? { period: t.periodWrong } : {}),
  };
}

/** Undefined as long as anything in it is invalid. */
function paymentOf(
  typed: Typed,
  { id, accountNumber, payer }: PersonalAccount,
  organizationId: number,
  language: Language,
): Unbooked | undefined {
  const { sum, paidOn, period } = parsed(typed, language);
  const reference = typed.document.trim();
  if ('wrong' in sum || paidOn === undefined) return undefined;
  return {
    key: newKey(),
    organizationId,
    name: `${accountNumber} ${payer}`,
    body: {
      personalAccountId: id,
      amount: sum.amount,
      paidOn,
      ...(period === undefined ? {} : { period }),
      ...(reference === '' ? {} : { reference }),
    },
  };
}

/** The day stays for the next payment, so it counts only in a correction. */
function isChanged(
  typed: Typed,
  account: PersonalAccount | undefined,
  corrected: Props['begin'],
): boolean {
  const before = typedOf(corrected?.payment, '');
  return (
    account?.id !== corrected?.account.id ||
    (['amount', 'period', 'document'] as const).some((name) => typed[name] !== before[name]) ||
    (corrected !== undefined && typed.day !== before.day)
  );
}

function typedOf(payment: Unbooked | undefined, day: string): Typed {
  const { amount, paidOn, period, reference } = payment?.body ?? {};
  return {
    amount: amount === undefined ? '' : showFigure(String(amount)),
    day: showDay(paidOn ?? day),
    period: period === undefined || period === null ? '' : typedMonth(period),
    document: reference ?? '',
  };
}

function parsed(
  { amount, day, period }: Typed,
  language: Language,
): {
  readonly sum: ReturnType<typeof parseAmount>;
  readonly paidOn: string | undefined;
  readonly period: string | undefined;
} {
  const paidOn = parseDay(day);
  return {
    sum: parseAmount(amount, language),
    paidOn:
      paidOn !== undefined && paidOn >= '2000-01-01' && paidOn <= today() ? paidOn : undefined,
    period: parseMonth(period),
  };
}
