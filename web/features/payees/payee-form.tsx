// A payee: its name, its numbers, its bank details, and the agency reward.
import type { Payee, PayeeChange } from '@kvartplata/contracts/billing/payees.ts';
import type { ReactElement } from 'react';
import type { Versioned } from '../../lib/api.ts';
import { parseFigure } from '../../lib/figures.ts';
import { numberOrNull, orEmpty, orNull } from '../../lib/optional.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { TextField } from '../../ui/field.tsx';
import { useForm } from '../../ui/form.tsx';
import { RecordForm } from '../../ui/record-form.tsx';
import type { FormEnd } from '../../ui/record-sheet.tsx';
import { useVersion } from '../../ui/stored-record.tsx';
import { addPayee, changePayee, payeeOf, removePayee } from './payees.ts';

const WORDS = inBoth(
  {
    name: 'Название',
    nameHint: 'Как в квитанции: фонд, поставщик, владелец специального счёта',
    inn: 'ИНН',
    innHint: '10 или 12 цифр',
    kpp: 'КПП',
    kppHint: '9 знаков',
    bankName: 'Банк',
    bic: 'БИК',
    bicHint: '9 цифр',
    settlementAccount: 'Расчётный счёт',
    correspondentAccount: 'Корреспондентский счёт',
    accountHint: '20 цифр',
    agencyReward: 'Агентское вознаграждение, %',
    agencyRewardHint: 'От оплаченного. Пусто – не удерживается',
    sure: 'Удалить получателя? Это возможно, пока его не называет ни одна услуга и ему ничего не начислено.',
    saved: 'Получатель сохранён.',
    deleted: 'Получатель удалён.',
  },
  {
    name: 'Name',
    nameHint: 'As receipts show it: a fund, a supplier, the holder of a special account',
    inn: 'INN (taxpayer number)',
    innHint: '10 or 12 digits',
    kpp: 'KPP',
    kppHint: '9 characters',
    bankName: 'Bank',
    bic: 'BIC',
    bicHint: '9 digits',
    settlementAccount: 'Settlement account',
    correspondentAccount: 'Correspondent account',
    accountHint: '20 digits',
    agencyReward: 'Agency reward, %',
    agencyRewardHint: 'Of what is paid. Empty: none',
    sure: 'Delete the payee? Only one that no service names and that was never charged for can be deleted.',
    saved: 'Payee saved.',
    deleted: 'Payee deleted.',
  },
);

type Typed = Readonly<
  Record<
    | 'name'
    | 'inn'
    | 'kpp'
    | 'bankName'
    | 'bic'
    | 'settlementAccount'
    | 'correspondentAccount'
    | 'agencyReward',
    string
  >
>;

export function PayeeForm({
  organizationId,
  stored,
  onDone,
  onCancel,
}: FormEnd & {
  readonly organizationId: number;
  /** Undefined for a new one. */
  readonly stored: Versioned<Payee> | undefined;
}): ReactElement {
  const t = useWords(WORDS);
  const id = stored?.record.id ?? 0;
  const [etag, theirs] = useVersion(stored, payeeOf(id).read, typedOf);
  const form = useForm<Typed>({
    initial: typedOf(stored?.record),
    required: ['name', 'inn'],
    save: async (typed) => {
      if (stored === undefined) await addPayee(organizationId, bodyOf(typed));
      else await changePayee(id, etag, bodyOf(typed));
      await onDone(t.saved);
    },
    ...theirs,
  });
  const digits = { hint: t.accountHint, inputMode: 'numeric' } as const;
  return (
    <RecordForm
      of={form}
      onCancel={onCancel}
      stored={
        stored && {
          sure: t.sure,
          remove: async () => {
            await removePayee(id, etag);
            await onDone(t.deleted);
          },
        }
      }
    >
      <TextField of={form.field('name')} label={t.name} hint={t.nameHint} autoFocus />
      <div className="pair">
        <TextField of={form.field('inn')} label={t.inn} hint={t.innHint} inputMode="numeric" />
        <TextField of={form.field('kpp')} label={t.kpp} hint={t.kppHint} />
      </div>
      <div className="pair">
        <TextField of={form.field('bankName')} label={t.bankName} />
        <TextField of={form.field('bic')} label={t.bic} hint={t.bicHint} inputMode="numeric" />
      </div>
      <div className="pair">
        <TextField of={form.field('settlementAccount')} label={t.settlementAccount} {...digits} />
        <TextField
          of={form.field('correspondentAccount')}
          label={t.correspondentAccount}
          {...digits}
        />
      </div>
      <TextField
        of={form.field('agencyReward')}
        label={t.agencyReward}
        hint={t.agencyRewardHint}
        inputMode="decimal"
      />
    </RecordForm>
  );
}

function typedOf(payee: Payee | undefined): Typed {
  const text = (value: string | null | undefined): string => orEmpty(value ?? null);
  return {
    name: text(payee?.name),
    inn: text(payee?.inn),
    kpp: text(payee?.kpp),
    bankName: text(payee?.bankDetails.bankName),
    bic: text(payee?.bankDetails.bic),
    settlementAccount: text(payee?.bankDetails.settlementAccount),
    correspondentAccount: text(payee?.bankDetails.correspondentAccount),
    agencyReward: text(payee?.agencyReward),
  };
}

function bodyOf(typed: Typed): PayeeChange {
  return {
    name: typed.name.trim(),
    inn: numberOrNull(typed.inn) ?? '',
    kpp: numberOrNull(typed.kpp),
    bankDetails: {
      bankName: orNull(typed.bankName),
      bic: numberOrNull(typed.bic),
      settlementAccount: numberOrNull(typed.settlementAccount),
      correspondentAccount: numberOrNull(typed.correspondentAccount),
    },
    // The service refuses whatever is not a number.
    agencyReward: orNull(parseFigure(typed.agencyReward) ?? typed.agencyReward),
  };
}
