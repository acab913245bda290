// The card of an organization: its name, its numbers and its bank details.
import type { Organization, OrganizationBody } from '@kvartplata/contracts/core/organizations.ts';
import type { ReactElement } from 'react';
import { parseFigure } from '../../lib/figures.ts';
import { numberOrNull, orEmpty, orNull } from '../../lib/optional.ts';
import { useMay } from '../../lib/role.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { TextField } from '../../ui/field.tsx';
import { Form, useForm, type FormState } from '../../ui/form.tsx';

const WORDS = inBoth(
  {
    name: 'Полное название',
    shortName: 'Короткое название',
    inn: 'ИНН',
    innHint: '10 или 12 цифр',
    kpp: 'КПП',
    kppHint: '9 знаков',
    ogrn: 'ОГРН',
    ogrnHint: '13 или 15 цифр',
    legalAddress: 'Юридический адрес',
    phone: 'Телефон',
    website: 'Сайт',
    websiteHint: 'Стоит на квитанциях: п. 69 Правил № 354',
    email: 'Электронная почта',
    bankName: 'Банк',
    bic: 'БИК',
    bicHint: '9 цифр',
    settlementAccount: 'Расчётный счёт',
    correspondentAccount: 'Корреспондентский счёт',
    accountHint: '20 цифр',
    confirmAbove: 'Второй человек подтверждает строки вручную выше, ₽',
    confirmAboveHint: 'Пусто – подтверждать не нужно',
    stepUpAbove: 'Код из телефона для денег выше, ₽',
    stepUpAboveHint:
      'Платёж, строка вручную, сторно или возврат на большую сумму – только с кодом за последние 10 минут. Пусто – код не нужен',
  },
  {
    name: 'Full name',
    shortName: 'Short name',
    inn: 'INN (taxpayer number)',
    innHint: '10 or 12 digits',
    kpp: 'KPP',
    kppHint: '9 characters',
    ogrn: 'OGRN (registration number)',
    ogrnHint: '13 or 15 digits',
    legalAddress: 'Registered address',
    phone: 'Phone',
    website: 'Website',
    websiteHint: 'Stands on receipts: Decree 354, p. 69',
    email: 'E-mail',
    bankName: 'Bank',
    bic: 'BIC',
    bicHint: '9 digits',
    settlementAccount: 'Settlement account',
    correspondentAccount: 'Correspondent account',
    accountHint: '20 digits',
    confirmAbove: 'A second person confirms lines by hand above, ₽',
    confirmAboveHint: 'Empty: none needs to be confirmed',
    stepUpAbove: 'A code from the phone for money above, ₽',
    stepUpAboveHint:
      'A payment, a line by hand, a storno or a refund above it needs a code of the last 10 minutes. Empty: none does',
  },
);

type Typed = Readonly<
  Record<
    | 'name'
    | 'shortName'
    | 'inn'
    | 'kpp'
    | 'ogrn'
    | 'legalAddress'
    | 'phone'
    | 'website'
    | 'email'
    | 'bankName'
    | 'bic'
    | 'settlementAccount'
    | 'correspondentAccount'
    | 'confirmAbove'
    | 'stepUpAbove',
    string
  >
>;

export function OrganizationForm({
  organization,
  save,
  saveText,
  readTheirs,
  onCancel,
}: {
  /** Undefined for a new one. */
  readonly organization?: Organization;
  readonly save: (body: OrganizationBody) => Promise<unknown>;
  readonly saveText?: string;
  readonly readTheirs?: () => Promise<Organization>;
  readonly onCancel?: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const mayEdit = useMay('owner');
  const isReadOnly = organization !== undefined && !mayEdit;
  const form = useForm<Typed>({
    initial: typedOf(organization),
    required: ['name'],
    save: async (typed) => save(bodyOf(typed)),
    ...(readTheirs === undefined ? {} : { readTheirs: async () => typedOf(await readTheirs()) }),
  });
  return (
    <Form
      of={form}
      isReadOnly={isReadOnly}
      {...(saveText === undefined ? {} : { save: saveText })}
      {...(onCancel === undefined ? {} : { onCancel })}
    >
      <TextField of={form.field('name')} label={t.name} autoFocus />
      <TextField of={form.field('shortName')} label={t.shortName} />
      <div className="pair">
        <TextField of={form.field('inn')} label={t.inn} hint={t.innHint} inputMode="numeric" />
        <TextField of={form.field('kpp')} label={t.kpp} hint={t.kppHint} />
        <TextField of={form.field('ogrn')} label={t.ogrn} hint={t.ogrnHint} inputMode="numeric" />
      </div>
      <TextField of={form.field('legalAddress')} label={t.legalAddress} />
      <div className="pair">
        <TextField of={form.field('phone')} label={t.phone} type="tel" />
        <TextField of={form.field('email')} label={t.email} type="email" />
      </div>
      <TextField of={form.field('website')} label={t.website} hint={t.websiteHint} />
      <div className="pair">
        <TextField of={form.field('bankName')} label={t.bankName} />
        <TextField of={form.field('bic')} label={t.bic} hint={t.bicHint} inputMode="numeric" />
      </div>
      <div className="pair">
        <TextField
          of={form.field('settlementAccount')}
          label={t.settlementAccount}
          hint={t.accountHint}
          inputMode="numeric"
        />
        <TextField
          of={form.field('correspondentAccount')}
          label={t.correspondentAccount}
          hint={t.accountHint}
          inputMode="numeric"
        />
      </div>
      <Limits form={form} />
    </Form>
  );
}

/** The sums above which a second person, or a code, is needed. */
function Limits({ form }: { readonly form: FormState<Typed> }): ReactElement {
  const t = useWords(WORDS);
  return (
    <>
      <TextField
        of={form.field('confirmAbove')}
        label={t.confirmAbove}
        hint={t.confirmAboveHint}
        inputMode="decimal"
      />
      <TextField
        of={form.field('stepUpAbove')}
        label={t.stepUpAbove}
        hint={t.stepUpAboveHint}
        inputMode="decimal"
      />
    </>
  );
}

function typedOf(organization: Organization | undefined): Typed {
  const text = (value: string | null | undefined): string => orEmpty(value ?? null);
  return {
    name: text(organization?.name),
    shortName: text(organization?.shortName),
    inn: text(organization?.inn),
    kpp: text(organization?.kpp),
    ogrn: text(organization?.ogrn),
    legalAddress: text(organization?.legalAddress),
    phone: text(organization?.phone),
    email: text(organization?.email),
    website: text(organization?.website),
    bankName: text(organization?.bankDetails.bankName),
    bic: text(organization?.bankDetails.bic),
    settlementAccount: text(organization?.bankDetails.settlementAccount),
    correspondentAccount: text(organization?.bankDetails.correspondentAccount),
    confirmAbove: text(organization?.confirmAbove),
    stepUpAbove: text(organization?.stepUpAbove),
  };
}

function bodyOf(typed: Typed): OrganizationBody {
  const { bankName, bic, settlementAccount, correspondentAccount } = typed;
  return {
    name: typed.name.trim(),
    shortName: orNull(typed.shortName),
    inn: numberOrNull(typed.inn),
    kpp: numberOrNull(typed.kpp),
    ogrn: numberOrNull(typed.ogrn),
    legalAddress: orNull(typed.legalAddress),
    phone: orNull(typed.phone),
    email: orNull(typed.email),
    website: orNull(typed.website),
    // The service refuses whatever is not a number.
    confirmAbove: orNull(parseFigure(typed.confirmAbove) ?? typed.confirmAbove),
    stepUpAbove: orNull(parseFigure(typed.stepUpAbove) ?? typed.stepUpAbove),
    bankDetails: {
      bankName: orNull(bankName),
      bic: numberOrNull(bic),
      settlementAccount: numberOrNull(settlementAccount),
      correspondentAccount: numberOrNull(correspondentAccount),
    },
  };
}
