// The card of an account: its payer, its room, its share, how many live there, since when.
import type { PersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import type { Room } from '@kvartplata/contracts/core/rooms.ts';
import { useId, type ReactElement } from 'react';
import { showDay, parseDay, today } from '../../lib/days.ts';
import { parseFigure, showShortFigure } from '../../lib/figures.ts';
import { typedDay, wrongDays } from '../../lib/typed-days.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { DateField, TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import {
  PayerFields,
  payerBodyOf,
  typedPayerOf,
  usePayerProblems,
  type TypedPayer,
} from './payer-fields.tsx';
import type { AccountBody } from './personal-accounts.ts';

const WORDS = inBoth(
  {
    room: 'Помещение',
    roomWrong: 'В доме нет такого помещения',
    accountNumber: 'Номер счёта',
    payer: 'Плательщик',
    persons: 'Зарегистрировано человек',
    owners: 'Собственников',
    share: 'Доля',
    shareHint: 'От помещения: 1 или, например, 0,5',
    openedOn: 'Открыт',
    closedOn: 'Закрыт',
    wholeWrong: 'Нужно целое число',
    figureWrong: 'Нужно число',
    dayWrong: 'Нужна дата, например 01.11.2026',
  },
  {
    room: 'Room',
    roomWrong: 'No such room in this house',
    accountNumber: 'Account number',
    payer: 'Payer',
    persons: 'Registered persons',
    owners: 'Owners',
    share: 'Share',
    shareHint: 'Of the room: 1 or, for example, 0,5',
    openedOn: 'Opened on',
    closedOn: 'Closed on',
    wholeWrong: 'Enter a whole number',
    figureWrong: 'Enter a number',
    dayWrong: 'Enter a date, such as 01.11.2026',
  },
);

type Typed = Readonly<
  Record<
    | 'roomId'
    | 'accountNumber'
    | 'payer'
    | 'registeredPersons'
    | 'owners'
    | 'share'
    | 'openedOn'
    | 'closedOn',
    string
  >
> &
  TypedPayer;

export function AccountForm({
  account,
  rooms,
  save,
  readTheirs,
  onCancel,
}: {
  /** Undefined for a new one. */
  readonly account?: PersonalAccount;
  readonly rooms: readonly Room[];
  readonly save: (body: AccountBody, isConfirmed: boolean) => Promise<unknown>;
  readonly readTheirs?: () => Promise<PersonalAccount>;
  readonly onCancel: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const listId = useId();
  const roomOf = (typed: string): Room | undefined =>
    rooms.find(({ number }) => number.toLowerCase() === typed.trim().toLowerCase());
  const payerProblems = usePayerProblems();
  const form = useForm<Typed>({
    initial: typedOf(account),
    required: ['roomId', 'accountNumber', 'payer', 'openedOn'],
    check: (typed) => ({
      ...(roomOf(typed.roomId) === undefined ? { roomId: t.roomWrong } : {}),
      ...(parseFigure(typed.share) === undefined ? { share: t.figureWrong } : {}),
      ...wholeProblems(typed, t.wholeWrong),
      ...wrongDays(typed, ['openedOn', 'closedOn'], t.dayWrong),
      ...payerProblems(typed),
    }),
    save: async (typed, isConfirmed) =>
      save(bodyOf(typed, roomOf(typed.roomId)?.id ?? 0), isConfirmed),
    ...(readTheirs === undefined ? {} : { readTheirs: async () => typedOf(await readTheirs()) }),
  });
  return (
    <Form of={form} onCancel={onCancel}>
      <div className="pair">
        <TextField of={form.field('accountNumber')} label={t.accountNumber} autoFocus />
        <TextField of={form.field('roomId')} label={t.room} list={listId} />
      </div>
      <datalist id={listId}>
        {rooms.map(({ id, number }) => (
          <option key={id} value={number}>
            {number}
          </option>
        ))}
      </datalist>
      <TextField of={form.field('payer')} label={t.payer} />
      <div className="pair">
        <TextField of={form.field('registeredPersons')} label={t.persons} inputMode="numeric" />
        <TextField of={form.field('owners')} label={t.owners} inputMode="numeric" />
        <TextField
          of={form.field('share')}
          label={t.share}
          hint={t.shareHint}
          inputMode="decimal"
        />
      </div>
      <div className="pair">
        <DateField of={form.field('openedOn')} label={t.openedOn} />
        <DateField of={form.field('closedOn')} label={t.closedOn} />
      </div>
      <PayerFields form={form} />
    </Form>
  );
}

function wholeProblems(typed: Typed, wrong: string): Partial<Record<keyof Typed, string>> {
  const names = (['registeredPersons', 'owners'] as const).filter(
    (name) => !/^\d{1,4}$/.test(typed[name].trim()),
  );
  return Object.fromEntries(names.map((name) => [name, wrong]));
}

function typedOf(account: PersonalAccount | undefined): Typed {
  return {
    roomId: account?.roomNumber ?? '',
    accountNumber: account?.accountNumber ?? '',
    payer: account?.payer ?? '',
    registeredPersons: String(account?.registeredPersons ?? 0),
    owners: String(account?.owners ?? 1),
    share: showShortFigure(account?.share ?? '1'),
    openedOn: showDay(account?.openedOn ?? today()),
    closedOn: typedDay(account?.closedOn ?? null),
    ...typedPayerOf(account),
  };
}

function bodyOf(typed: Typed, roomId: number): AccountBody {
  return {
    roomId,
    accountNumber: typed.accountNumber.trim(),
    payer: typed.payer.trim(),
    registeredPersons: Number(typed.registeredPersons),
    owners: Number(typed.owners),
    share: parseFigure(typed.share) ?? '1',
    openedOn: parseDay(typed.openedOn) ?? '',
    closedOn: parseDay(typed.closedOn) ?? null,
    ...payerBodyOf(typed),
  };
}
