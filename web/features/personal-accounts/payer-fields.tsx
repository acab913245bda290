// The payer's data: for the state's system, for the tax office, and for sending receipts.
import type { PersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import type { ReactElement } from 'react';
import { numberOrNull } from '../../lib/optional.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { CheckField, TextField } from '../../ui/field.tsx';
import type { FormState } from '../../ui/form.tsx';
import type { AccountBody } from './personal-accounts.ts';

const WORDS = inBoth(
  {
    gisAccountNumber: 'Единый лицевой счёт',
    gisAccountHint: 'Из ГИС ЖКХ, 10 знаков',
    gisServiceId: 'Идентификатор ЖКУ',
    gisServiceHint: 'Из ГИС ЖКХ, например 10АБ123456-01',
    gisAccountGuid: 'Код счёта в ГИС ЖКХ',
    gisGuidHint: 'GUID из выгрузки ГИС ЖКХ: по нему принимаются платёжные документы',
    gisGuidWrong: 'Нужен GUID: 32 цифры и буквы от a до f, с дефисами',
    payerInn: 'ИНН плательщика',
    payerAddress: 'Адрес плательщика',
    payerAddressHint:
      'Если он живёт не в этом помещении: туда идут письма, он же в заявлении в суд',
    email: 'Электронная почта',
    wantsPaper: 'Квитанции на бумаге',
    gisAccountWrong: 'Нужно 10 цифр и заглавных букв',
    gisServiceWrong: 'Нужно 10 цифр и заглавных букв, дефис и 2 цифры',
  },
  {
    gisAccountNumber: 'Unified account number',
    gisAccountHint: 'Of ГИС ЖКХ, 10 characters',
    gisServiceId: 'Service id',
    gisServiceHint: 'Of ГИС ЖКХ, such as 10АБ123456-01',
    gisAccountGuid: 'Account code in ГИС ЖКХ',
    gisGuidHint: 'GUID from an export of ГИС ЖКХ: payment documents are accepted by it',
    gisGuidWrong: 'Enter a GUID: 32 digits and letters a to f, with hyphens',
    payerInn: 'Payer’s INN',
    payerAddress: 'Payer’s address',
    payerAddressHint: 'If the payer lives elsewhere: letters go there, and courts are told it',
    email: 'E-mail',
    wantsPaper: 'Receipts on paper',
    gisAccountWrong: 'Enter 10 digits and capital letters',
    gisServiceWrong: 'Enter 10 digits and capital letters, a hyphen and 2 digits',
  },
);

export type TypedPayer = Readonly<
  Record<
    | 'gisAccountNumber'
    | 'gisServiceId'
    | 'gisAccountGuid'
    | 'payerInn'
    | 'payerAddress'
    | 'email'
    | 'wantsPaper',
    string
  >
>;

/** @returns what is wrong with the input */
export function usePayerProblems(): (
  typed: TypedPayer,
) => Partial<Record<keyof TypedPayer, string>> {
  const t = useWords(WORDS);
  return ({ gisAccountNumber, gisServiceId, gisAccountGuid }) => ({
    ...(/^([0-9A-ZА-Я]{10})?$/.test(capitals(gisAccountNumber))
      ? {}
      : { gisAccountNumber: t.gisAccountWrong }),
    ...(/^([0-9A-ZА-Я]{10}-[0-9]{2})?$/.test(capitals(gisServiceId))
      ? {}
      : { gisServiceId: t.gisServiceWrong }),
    ...(/^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/i.test(gisAccountGuid.trim())
      ? {}
      : { gisAccountGuid: t.gisGuidWrong }),
  });
}

export function PayerFields<V extends TypedPayer>({
  form,
}: {
  readonly form: FormState<V>;
}): ReactElement {
  const t = useWords(WORDS);
  return (
    <>
      <div className="pair">
        <TextField
          of={form.field('gisAccountNumber')}
          label={t.gisAccountNumber}
          hint={t.gisAccountHint}
        />
        <TextField of={form.field('gisServiceId')} label={t.gisServiceId} hint={t.gisServiceHint} />
      </div>
      <TextField of={form.field('gisAccountGuid')} label={t.gisAccountGuid} hint={t.gisGuidHint} />
      <div className="pair">
        <TextField of={form.field('payerInn')} label={t.payerInn} inputMode="numeric" />
        <TextField of={form.field('email')} label={t.email} type="email" />
      </div>
      <TextField of={form.field('payerAddress')} label={t.payerAddress} hint={t.payerAddressHint} />
      <CheckField of={form.field('wantsPaper')} label={t.wantsPaper} />
    </>
  );
}

export function typedPayerOf(account: PersonalAccount | undefined): TypedPayer {
  return {
    gisAccountNumber: account?.gisAccountNumber ?? '',
    gisServiceId: account?.gisServiceId ?? '',
    gisAccountGuid: account?.gisAccountGuid ?? '',
    payerInn: account?.payerInn ?? '',
    payerAddress: account?.payerAddress ?? '',
    email: account?.email ?? '',
    wantsPaper: String(account?.wantsPaper ?? true),
  };
}

export function payerBodyOf(typed: TypedPayer): Pick<AccountBody, keyof TypedPayer> {
  return {
    gisAccountNumber: capitals(typed.gisAccountNumber) || null,
    gisServiceId: capitals(typed.gisServiceId) || null,
    gisAccountGuid: typed.gisAccountGuid.trim().toLowerCase() || null,
    payerInn: numberOrNull(typed.payerInn),
    payerAddress: typed.payerAddress.trim() || null,
    email: typed.email.trim() || null,
    wantsPaper: typed.wantsPaper === 'true',
  };
}

/** The state's system writes its numbers in capitals. */
function capitals(typed: string): string {
  return typed.trim().toUpperCase();
}
