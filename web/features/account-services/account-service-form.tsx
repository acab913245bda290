// How a service of the house differs for an account, from when to when, and by which document.
import {
  createAccountService,
  deleteAccountService,
  getAccountService,
  replaceAccountService,
  type AccountService,
} from '@kvartplata/contracts/core/account-services.ts';
import type { HouseService } from '@kvartplata/contracts/core/house-services.ts';
import type { NotChargedReason } from '@kvartplata/domain/charging/house-facts.ts';
import type { ReactElement } from 'react';
import { call, type Versioned } from '../../lib/api.ts';
import { sayAppliedMonths } from '../../lib/applied-months.ts';
import { parseDay, showDay, thisMonth } from '../../lib/days.ts';
import { parseFigure, showShortFigure } from '../../lib/figures.ts';
import { readVersioned } from '../../lib/reads.ts';
import { typedDay, wrongDays } from '../../lib/typed-days.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { CheckField, DateField, SelectField, TextField } from '../../ui/field.tsx';
import { useForm, type FormState } from '../../ui/form.tsx';
import { RecordForm } from '../../ui/record-form.tsx';
import type { FormEnd } from '../../ui/record-sheet.tsx';
import { useVersion } from '../../ui/stored-record.tsx';
import { reasonWords } from './reason-words.ts';

const WORDS = inBoth(
  {
    service: 'Услуга дома',
    charged: 'Начисление',
    asHouse: 'начисляется',
    noDifference: 'Укажите, чем счёт отличается: не начисляется, есть акт, группа или объём',
    act: 'Есть акт: прибор учёта установить нельзя',
    actHint: 'Повышающий коэффициент не применяется, перерасчёт за отсутствие делается',
    tariffGroup: 'Группа тарифа',
    normGroup: 'Группа норматива',
    groupHint: 'Пусто — как у всех',
    volume: (unit: string) => `Объём по договору, ${unit} в месяц`,
    units: 'Показания распределителей за эти дни года',
    volumeWrong: 'Нужно число, например 12,5',
    from: 'Первый день',
    to: 'Последний день',
    toHint: 'Пусто — бессрочно',
    dayWrong: 'Нужна дата, например 01.07.2026',
    basis: 'Документ',
    saved: 'Записано.',
    deleted: 'Запись удалена.',
    sure: 'Удалить запись? Услуга снова будет такой же, как по дому.',
  },
  {
    service: 'Service of the house',
    charged: 'Charging',
    asHouse: 'charged',
    noDifference: 'Say what differs: not charged, an act, a group or a volume',
    act: 'An act says that no meter can be installed',
    actHint: 'The coefficient does not count, and absences do',
    tariffGroup: 'Group of tariffs',
    normGroup: 'Group of norms',
    groupHint: 'Empty: as for all',
    volume: (unit) => `Volume by contract, ${unit} a month`,
    units: 'Units of the heat cost allocators on these days of a year',
    volumeWrong: 'Enter a number, such as 12,5',
    from: 'First day',
    to: 'Last day',
    toHint: 'Empty: no end',
    dayWrong: 'Enter a date, such as 01.07.2026',
    basis: 'Document',
    saved: 'Saved.',
    deleted: 'Deleted.',
    sure: 'Delete this? The service will be as the house has it again.',
  },
);
/** The choice that means no reason. */
const CHARGED = 'charged';

type Typed = Readonly<
  Record<
    | 'houseServiceId'
    | 'reason'
    | 'act'
    | 'tariffGroup'
    | 'normGroup'
    | 'contractVolume'
    | 'allocatorUnits'
    | 'validFrom'
    | 'validTo'
    | 'basis',
    string
  >
>;

export function AccountServiceForm({
  accountId,
  services,
  stored,
  onDone,
  onCancel,
}: FormEnd & {
  readonly accountId: number;
  /** The house's services. */
  readonly services: readonly HouseService[];
  /** Undefined for a new one. */
  readonly stored: Versioned<AccountService> | undefined;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const id = stored?.record.id ?? 0;
  const [ifMatch, theirs] = useVersion(stored, accountServiceOf(id).read, typedOf);
  const form = useForm<Typed>({
    initial: stored === undefined ? newOf(services) : typedOf(stored.record),
    required: ['validFrom'],
    check: (typed) => ({
      ...wrongDays(typed, ['validFrom', 'validTo'], t.dayWrong),
      ...wrongFigures(typed, t.volumeWrong),
      ...(isAsHouse(typed) ? { reason: t.noDifference } : {}),
    }),
    names: { charged: 'reason', coefficientApplies: 'act' },
    save: async (typed) => {
      const body = bodyOf(typed);
      const saved = await (stored === undefined
        ? call(createAccountService, { params: { personalAccountId: accountId }, body })
        : call(replaceAccountService, { params: { accountServiceId: id }, body, ifMatch }));
      await onDone(t.saved + sayAppliedMonths(saved.appliedMonths, language));
    },
    ...theirs,
  });
  return (
    <RecordForm
      of={form}
      onCancel={onCancel}
      stored={
        stored && {
          sure: t.sure,
          remove: async () => {
            await call(deleteAccountService, { params: { accountServiceId: id }, ifMatch });
            await onDone(t.deleted);
          },
          history: `account-service:${id}`,
        }
      }
    >
      <Differences of={form} services={services} />
      <div className="pair">
        <DateField of={form.field('validFrom')} label={t.from} />
        <DateField of={form.field('validTo')} label={t.to} hint={t.toHint} />
      </div>
      <TextField of={form.field('basis')} label={t.basis} />
    </RecordForm>
  );
}

function Differences({
  of,
  services,
}: {
  readonly of: FormState<Typed>;
  readonly services: readonly HouseService[];
}): ReactElement {
  const t = useWords(WORDS);
  const reasons = useWords(reasonWords);
  const service = services.find((one) => String(one.id) === of.values.houseServiceId);
  const possible = (Object.keys(reasons) as NotChargedReason[]).filter(
    (reason) => reason !== 'own-boiler' || service?.method === 'heating',
  );
  return (
    <>
      <SelectField
        of={of.field('houseServiceId')}
        label={t.service}
        options={services.map((one) => [String(one.id), one.name])}
        autoFocus
      />
      <SelectField
        of={of.field('reason')}
        label={t.charged}
        options={[
          [CHARGED, t.asHouse] as const,
          ...possible.map((reason) => [reason, reasons[reason]] as const),
        ]}
      />
      {service?.coefficientApplies === true && (
        <CheckField of={of.field('act')} label={t.act} hint={t.actHint} />
      )}
      <div className="pair">
        <TextField of={of.field('tariffGroup')} label={t.tariffGroup} hint={t.groupHint} />
        <TextField of={of.field('normGroup')} label={t.normGroup} hint={t.groupHint} />
        <TextField
          of={of.field('contractVolume')}
          label={t.volume(service?.unit ?? '')}
          inputMode="decimal"
        />
        {service?.method === 'heating' && (
          <TextField of={of.field('allocatorUnits')} label={t.units} inputMode="decimal" />
        )}
      </div>
    </>
  );
}

function isAsHouse(typed: Typed): boolean {
  const more = ['tariffGroup', 'normGroup', 'contractVolume', 'allocatorUnits'] as const;
  return (
    typed.reason === CHARGED &&
    typed.act !== 'true' &&
    more.every((name) => typed[name].trim() === '')
  );
}

function wrongFigures(typed: Typed, wrong: string): Partial<Typed> {
  const names = (['contractVolume', 'allocatorUnits'] as const).filter(
    (name) => typed[name].trim() !== '' && parseFigure(typed[name]) === undefined,
  );
  return Object.fromEntries(names.map((name) => [name, wrong]));
}

export function accountServiceOf(accountServiceId: number) {
  return readVersioned(getAccountService, { params: { accountServiceId } });
}

function newOf(services: readonly HouseService[]): Typed {
  return {
    houseServiceId: String(services[0]?.id ?? ''),
    reason: CHARGED,
    act: 'false',
    tariffGroup: '',
    normGroup: '',
    contractVolume: '',
    allocatorUnits: '',
    validFrom: showDay(`${thisMonth()}-01`),
    validTo: '',
    basis: '',
  };
}

function typedOf(one: AccountService): Typed {
  return {
    houseServiceId: String(one.houseServiceId),
    reason: one.reason ?? CHARGED,
    act: String(!one.coefficientApplies),
    tariffGroup: one.tariffGroup ?? '',
    normGroup: one.normGroup ?? '',
    contractVolume: one.contractVolume === null ? '' : showShortFigure(one.contractVolume),
    allocatorUnits: one.allocatorUnits === null ? '' : showShortFigure(one.allocatorUnits),
    validFrom: showDay(one.validFrom),
    validTo: typedDay(one.validTo),
    basis: one.basis ?? '',
  };
}

function bodyOf(typed: Typed) {
  const isCharged = typed.reason === CHARGED;
  return {
    houseServiceId: Number(typed.houseServiceId),
    charged: isCharged,
    reason: isCharged ? null : (typed.reason as NotChargedReason),
    coefficientApplies: typed.act !== 'true',
    tariffGroup: textOf(typed.tariffGroup),
    normGroup: textOf(typed.normGroup),
    contractVolume: parseFigure(typed.contractVolume) ?? null,
    allocatorUnits: parseFigure(typed.allocatorUnits) ?? null,
    validFrom: parseDay(typed.validFrom) ?? '',
    validTo: parseDay(typed.validTo) ?? null,
    basis: textOf(typed.basis),
  };
}

function textOf(typed: string): string | null {
  return typed.trim() === '' ? null : typed.trim();
}
