// The card of a meter: what it counts, for whom, and what is written on it.
import type { HouseService } from '@kvartplata/contracts/core/house-services.ts';
import type { MeterType } from '@kvartplata/contracts/core/meter-types.ts';
import { listMeters, type Meter } from '@kvartplata/contracts/core/meters.ts';
import type { PersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useId, type ReactElement } from 'react';
import type { Versioned } from '../../lib/api.ts';
import { sayAppliedMonths } from '../../lib/applied-months.ts';
import { parseDay, showDay, today } from '../../lib/days.ts';
import { showShortFigure } from '../../lib/figures.ts';
import { groupOf } from '../../lib/reads.ts';
import { typedDay, wrongDays } from '../../lib/typed-days.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { CheckField, DateField, SelectField, TextField } from '../../ui/field.tsx';
import { useForm, type FormState } from '../../ui/form.tsx';
import { RecordForm } from '../../ui/record-form.tsx';
import { useVersion } from '../../ui/stored-record.tsx';
import { tell } from '../../ui/toasts.tsx';
import {
  DeviceFields,
  deviceOf,
  NEEDED_OF_DEVICE,
  wrongDevice,
  type TypedDevice,
} from './device-fields.tsx';
import { addMeter, changeMeter, meterOf, removeMeter, type MeterBody } from './meters.ts';

const WORDS = inBoth(
  {
    service: 'Услуга',
    type: 'Вид прибора',
    account: 'Лицевой счёт',
    accountHint: 'Пусто — общедомовой прибор',
    accountWrong: 'В доме нет такого счёта',
    ofRoom: 'Прибор помещения: общий для всех его счетов',
    ofRoomHint: 'Объём делится между счетами так, как указано у услуги',
    removedOn: 'Снят',
    removedHint: 'Последний день работы; пусто — в работе',
    dayWrong: 'Нужна дата, например 01.07.2026',
    gisMeterGuid: 'Код прибора в ГИС ЖКХ',
    gisHint: 'Корневой GUID прибора: по нему принимаются показания',
    gisWrong: 'Нужен GUID: 32 цифры и буквы от a до f, с дефисами',
    saved: 'Прибор сохранён.',
    sure: 'Удалить прибор? Это возможно, пока у него нет показаний, поверок и неисправностей.',
    deleted: 'Прибор удалён.',
  },
  {
    service: 'Service',
    type: 'Meter type',
    account: 'Personal account',
    accountHint: 'Empty: a house-wide meter',
    accountWrong: 'No such account in this house',
    ofRoom: 'A meter of the room, shared by all its accounts',
    ofRoomHint: 'The volume is shared as the service says',
    removedOn: 'Removed on',
    removedHint: 'Its last day; empty while it is in use',
    dayWrong: 'Enter a date, such as 01.07.2026',
    gisMeterGuid: 'Code of the meter in ГИС ЖКХ',
    gisHint: 'The root GUID of the device: its readings are accepted by it',
    gisWrong: 'Enter a GUID: 32 digits and letters a to f, with hyphens',
    saved: 'Meter saved.',
    sure: 'Delete the meter? Only one without readings, verifications and acts can be deleted.',
    deleted: 'Meter deleted.',
  },
);

type Typed = TypedDevice &
  Readonly<
    Record<
      'houseServiceId' | 'meterTypeId' | 'account' | 'ofRoom' | 'removedOn' | 'gisMeterGuid',
      string
    >
  >;

/** The GUID of a meter in the state's system, or nothing. */
const GUID = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/i;

export function MeterForm({
  services,
  types,
  accounts,
  stored,
  onDone,
}: {
  readonly services: readonly HouseService[];
  readonly types: readonly MeterType[];
  readonly accounts: readonly PersonalAccount[];
  /** Undefined for a new one. */
  readonly stored?: Versioned<Meter>;
  /** Receives the meter, unless it was deleted. */
  readonly onDone: (meter?: Meter) => void;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const client = useQueryClient();
  const id = stored?.record.id ?? 0;
  const accountOf = (typed: string): PersonalAccount | undefined =>
    accounts.find(({ accountNumber }) => accountNumber === typed.trim());
  const ofMeter = (meter: Meter | undefined): Typed => typedOf(meter, services, accounts);
  const [etag, theirs] = useVersion(stored, meterOf(id).read, ofMeter);
  const done = async (text: string, meter?: Meter): Promise<void> => {
    await client.invalidateQueries({ queryKey: groupOf(listMeters) });
    tell(text);
    onDone(meter);
  };
  const form = useForm<Typed>({
    initial: ofMeter(stored?.record),
    required: NEEDED_OF_DEVICE,
    check: (typed) => ({
      ...wrongDevice(typed, language),
      ...wrongDays(typed, ['removedOn'], t.dayWrong),
      ...(GUID.test(typed.gisMeterGuid.trim()) ? {} : { gisMeterGuid: t.gisWrong }),
      ...(typed.account.trim() !== '' && accountOf(typed.account) === undefined
        ? { account: t.accountWrong }
        : {}),
    }),
    names: { ownerType: 'account', personalAccountId: 'account', roomId: 'account' },
    save: async (typed) => {
      const meterTypeId = typeOf(typed, services, types);
      const body = bodyOf(typed, accountOf(typed.account), meterTypeId);
      const saved = await (stored === undefined ? addMeter(body) : changeMeter(id, etag, body));
      await done(t.saved + sayAppliedMonths(saved.appliedMonths, language), saved);
    },
    ...theirs,
  });
  return (
    <RecordForm
      of={form}
      onCancel={() => onDone(stored?.record)}
      stored={
        stored && {
          sure: t.sure,
          remove: async () => {
            await removeMeter(id, etag);
            await done(t.deleted);
          },
        }
      }
    >
      <MeterFields
        of={form}
        services={services}
        types={types}
        accounts={accounts}
        isNew={stored === undefined}
      />
    </RecordForm>
  );
}

function MeterFields({
  of,
  services,
  types,
  accounts,
  isNew,
}: {
  readonly of: FormState<Typed>;
  readonly services: readonly HouseService[];
  readonly types: readonly MeterType[];
  readonly accounts: readonly PersonalAccount[];
  readonly isNew: boolean;
}): ReactElement {
  const t = useWords(WORDS);
  const listId = useId();
  return (
    <>
      <div className="pair">
        <SelectField
          of={of.field('houseServiceId')}
          label={t.service}
          autoFocus={isNew}
          options={services.map((each) => [String(each.id), each.name])}
        />
        <TextField of={of.field('account')} label={t.account} hint={t.accountHint} list={listId} />
      </div>
      <datalist id={listId}>
        {accounts.map((account) => (
          <option key={account.id} value={account.accountNumber}>
            {account.payer}
          </option>
        ))}
      </datalist>
      {of.values.account.trim() !== '' && (
        <CheckField of={of.field('ofRoom')} label={t.ofRoom} hint={t.ofRoomHint} />
      )}
      <SelectField
        of={{
          ...of.field('meterTypeId'),
          value: String(typeOf(of.values, services, types)),
        }}
        label={t.type}
        options={typesFor(of.values, types).map((type) => [String(type.id), type.name])}
      />
      <DeviceFields field={of.field} />
      <TextField of={of.field('gisMeterGuid')} label={t.gisMeterGuid} hint={t.gisHint} />
      {!isNew && <DateField of={of.field('removedOn')} label={t.removedOn} hint={t.removedHint} />}
    </>
  );
}

function typedOf(
  meter: Meter | undefined,
  services: readonly HouseService[],
  accounts: readonly PersonalAccount[],
): Typed {
  return {
    houseServiceId: String(meter?.houseServiceId ?? services[0]?.id ?? ''),
    meterTypeId: String(meter?.meterTypeId ?? ''),
    account: meter === undefined ? '' : (accounts.find(isOwnerOf(meter))?.accountNumber ?? ''),
    ofRoom: String(meter?.ownerType === 'room'),
    serialNumber: meter?.serialNumber ?? '',
    digits: String(meter?.digits ?? 5),
    installedOn: showDay(meter?.installedOn ?? today()),
    initialReading: showShortFigure(meter?.initialReading ?? '0'),
    verifiedUntil: typedDay(meter?.verifiedUntil ?? null),
    removedOn: typedDay(meter?.removedOn ?? null),
    gisMeterGuid: meter?.gisMeterGuid ?? '',
  };
}

/** Meter types for a house, or for an account. */
function typesFor({ account }: Typed, types: readonly MeterType[]): readonly MeterType[] {
  return types.filter(({ isHouseMeter }) => isHouseMeter === (account.trim() === ''));
}

/** The chosen type, or else the one that counts the service. */
function typeOf(
  typed: Typed,
  services: readonly HouseService[],
  types: readonly MeterType[],
): number {
  const fitting = typesFor(typed, types);
  const chosen = fitting.find((type) => String(type.id) === typed.meterTypeId);
  const { code } = services.find((each) => String(each.id) === typed.houseServiceId) ?? {};
  const usual = fitting.find((type) => nameOfCounted(type.code) === nameOfCounted(code ?? ''));
  return (chosen ?? usual ?? fitting[0])?.id ?? 0;
}

/** `hot-water-two-component-odn` and `hot-water-house` are both hot water. */
function nameOfCounted(code: string): string {
  return code.replace(/-(?:house|odn)$/, '').replace('-two-component', '');
}

/** Whether an account owns the meter, or belongs to the meter's room. */
function isOwnerOf(meter: Meter): (account: PersonalAccount) => boolean {
  return ({ id, roomId }) => id === meter.personalAccountId || roomId === meter.roomId;
}

function bodyOf(
  typed: Typed,
  account: PersonalAccount | undefined,
  meterTypeId: number,
): MeterBody {
  const ofRoom = account !== undefined && typed.ofRoom === 'true';
  return {
    houseServiceId: Number(typed.houseServiceId),
    ownerType: account === undefined ? 'house' : ofRoom ? 'room' : 'account',
    personalAccountId: account === undefined || ofRoom ? null : account.id,
    roomId: ofRoom ? account.roomId : null,
    meterTypeId,
    ...deviceOf(typed),
    removedOn: parseDay(typed.removedOn) ?? null,
    gisMeterGuid: typed.gisMeterGuid.trim().toLowerCase() || null,
  };
}
