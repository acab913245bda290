// How a house is charged for a service of the catalogue: the method, the heating, the coefficient, the days.
import {
  BY_YEAR_BEFORE,
  type ChargingMethod,
} from '@kvartplata/domain/charging/charging-methods.ts';
import {
  HEATING_MODES,
  SHARED_METER_WAYS,
  type HeatingMode,
  type SharedMeterWay,
} from '@kvartplata/domain/charging/house-facts.ts';
import type { HouseService } from '@kvartplata/contracts/core/house-services.ts';
import type { UtilityService } from '@kvartplata/contracts/core/utility-services.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { Versioned } from '../../lib/api.ts';
import { sayAppliedMonths } from '../../lib/applied-months.ts';
import { chargingWords } from '../../lib/charging-words.ts';
import { parseDay, showDay, thisMonth } from '../../lib/days.ts';
import { typedDay, wrongDays } from '../../lib/typed-days.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { CheckField, DateField, SelectField, TextField, type FieldState } from '../../ui/field.tsx';
import { useForm, type FormState } from '../../ui/form.tsx';
import { RecordForm } from '../../ui/record-form.tsx';
import { useVersion } from '../../ui/stored-record.tsx';
import { tell } from '../../ui/toasts.tsx';
import { parseVolumes, showVolumes } from './year-volumes.ts';
import {
  addService,
  changeService,
  deleteService,
  serviceOf,
  servicesOf,
  type ServiceBody,
} from './house-services.ts';

const WORDS = inBoth(
  {
    service: 'Услуга',
    method: 'Как начислять',
    heating: 'Отопление',
    volumes: 'Тепло дома за год, Гкал',
    volumesHint:
      'Если по прибору его не узнать, например 2025: 1140. Пусто — по показаниям общедомового прибора',
    commonVolumes: 'Общедомовое потребление за год',
    commonVolumesHint:
      'Для начисления по среднему месяцу, если прошлый год начислялся не здесь, например 2025: 72. Пусто — по месяцам того года',
    volumesWrong: 'Нужны год и число через двоеточие, например 2025: 1140',
    coefficient: 'Повышающий коэффициент там, где прибор можно поставить',
    shared: 'Прибор помещения с несколькими счетами делится',
    payee: 'Кому платят',
    payeeHint: 'Со следующего месяца, который будет рассчитан. Прежние месяцы не меняются',
    organization: 'Организации',
    from: 'Первый день',
    to: 'Последний день',
    toHint: 'Пусто — бессрочно',
    dayWrong: 'Нужна дата, например 01.07.2026',
    saved: 'Услуга сохранена.',
    sure: 'Удалить услугу? Это возможно, пока у неё нет тарифов, нормативов, приборов и начислений.',
    deleted: 'Услуга удалена.',
  },
  {
    service: 'Service',
    method: 'Charging method',
    heating: 'Heating',
    volumes: 'Heat of the house in a year, Gcal',
    volumesHint:
      'If the meter does not show it, such as 2025: 1140. Empty: by the readings of the house-wide meter',
    commonVolumes: 'Common-house consumption in a year',
    commonVolumesHint:
      'For charges by the mean month, if the year before was not billed here, such as 2025: 72. Empty: by the months of that year',
    volumesWrong: 'Enter the year and a number with a colon, such as 2025: 1140',
    coefficient: 'Surcharge coefficient where a meter could be installed',
    shared: 'A meter shared by the accounts of a room is divided',
    payee: 'Paid to',
    payeeHint: 'From the next month that is calculated; earlier months stay as they are',
    organization: 'The organization',
    from: 'First day',
    to: 'Last day',
    toHint: 'Empty: no end',
    dayWrong: 'Enter a date, such as 01.07.2026',
    saved: 'Service saved.',
    sure: 'Delete the service? Only one without tariffs, norms, meters and charges can be deleted.',
    deleted: 'Service deleted.',
  },
);

type Typed = Readonly<
  Record<
    | 'utilityServiceId'
    | 'method'
    | 'heatingMode'
    | 'yearVolumes'
    | 'coefficientApplies'
    | 'sharedMeterBy'
    | 'payeeId'
    | 'validFrom'
    | 'validTo',
    string
  >
>;

export function ServiceForm({
  houseId,
  firstMonth,
  catalogue,
  payees,
  stored,
  onDone,
}: {
  readonly houseId: number;
  /** The first month of the house's first account. */
  readonly firstMonth: string | null;
  readonly catalogue: readonly UtilityService[];
  readonly payees: readonly ChoosablePayee[];
  /** Undefined for a new one. */
  readonly stored?: Versioned<HouseService>;
  /** Receives the service's id, unless it was deleted. */
  readonly onDone: (id?: number) => void;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const client = useQueryClient();
  const id = stored?.record.id ?? 0;
  const [etag, theirs] = useVersion(stored, serviceOf(id).read, typedOf);
  const done = async (text: string, changed?: number): Promise<void> => {
    await client.invalidateQueries({ queryKey: servicesOf(houseId).queryKey });
    tell(text);
    onDone(changed);
  };
  const form = useForm<Typed>({
    initial: stored === undefined ? newOf(catalogue[0], firstMonth) : typedOf(stored.record),
    required: ['validFrom'],
    check: (typed) => wrongIn(typed, methodOf(typed, chosenIn(typed, catalogue)), t),
    save: async (typed, isConfirmed) => {
      const body = bodyOf(typed, chosenIn(typed, catalogue));
      const saved =
        stored === undefined
          ? await addService(houseId, body)
          : await changeService(id, etag, body, isConfirmed);
      await done(t.saved + sayAppliedMonths(saved.appliedMonths, language), saved.id);
    },
    ...theirs,
  });
  const service = chosenIn(form.values, catalogue);
  return (
    <RecordForm
      of={form}
      onCancel={() => onDone(stored?.record.id)}
      stored={
        stored && {
          sure: t.sure,
          remove: async () => {
            await deleteService(id, etag);
            await done(t.deleted);
          },
        }
      }
    >
      <SelectField
        of={form.field('utilityServiceId')}
        label={t.service}
        disabled={stored !== undefined}
        autoFocus={stored === undefined}
        options={catalogue.map((each) => [String(each.id), each.name])}
      />
      <MethodFields of={form} service={service} autoFocus={stored !== undefined} />
      <PayeeField of={form.field('payeeId')} payees={payees} />
      <div className="pair">
        <DateField of={form.field('validFrom')} label={t.from} />
        <DateField of={form.field('validTo')} label={t.to} hint={t.toHint} />
      </div>
    </RecordForm>
  );
}

function wrongIn(
  typed: Typed,
  method: ChargingMethod,
  t: { readonly dayWrong: string; readonly volumesWrong: string },
): Partial<Typed> {
  return {
    ...wrongDays(typed, ['validFrom', 'validTo'], t.dayWrong),
    ...(takesVolumes(typed, method) &&
      parseVolumes(typed.yearVolumes) === undefined && { yearVolumes: t.volumesWrong }),
  };
}

function takesVolumes({ heatingMode }: Typed, method: ChargingMethod): boolean {
  return method === 'odn' || (method === 'heating' && heatingMode === 'even-by-meter');
}

/** The charging method. */
function MethodFields({
  of,
  service,
  autoFocus,
}: {
  readonly of: FormState<Typed>;
  readonly service: UtilityService | undefined;
  readonly autoFocus: boolean;
}): ReactElement {
  const t = useWords(WORDS);
  const words = useWords(chargingWords);
  const method = methodOf(of.values, service);
  return (
    <>
      <SelectField
        of={{ ...of.field('method'), value: method }}
        label={t.method}
        autoFocus={autoFocus}
        options={(service?.methods ?? []).map((each) => [each, words.method[each]])}
      />
      {method === 'heating' && (
        <SelectField
          of={of.field('heatingMode')}
          label={t.heating}
          options={HEATING_MODES.map((mode) => [mode, words.heatingMode[mode]])}
        />
      )}
      {takesVolumes(of.values, method) && (
        <TextField
          of={of.field('yearVolumes')}
          {...(method === 'odn'
            ? { label: `${t.commonVolumes}, ${service?.unit ?? ''}`, hint: t.commonVolumesHint }
            : { label: t.volumes, hint: t.volumesHint })}
        />
      )}
      {method === 'meter' && (
        <SelectField
          of={of.field('sharedMeterBy')}
          label={t.shared}
          options={SHARED_METER_WAYS.map((way) => [way, words.sharedMeterBy[way]])}
        />
      )}
      {service?.coefficientAllowed === true && (
        <CheckField of={of.field('coefficientApplies')} label={t.coefficient} />
      )}
    </>
  );
}

type ChoosablePayee = { readonly id: number; readonly name: string };

/** The payee, if the organization has any. */
function PayeeField({
  of,
  payees,
}: {
  readonly of: FieldState;
  readonly payees: readonly ChoosablePayee[];
}): ReactElement | null {
  const t = useWords(WORDS);
  if (payees.length === 0 && of.value === '') return null;
  return (
    <SelectField
      of={of}
      label={t.payee}
      hint={t.payeeHint}
      options={[['', t.organization], ...payees.map(({ id, name }) => [String(id), name] as const)]}
    />
  );
}

function chosenIn(typed: Typed, catalogue: readonly UtilityService[]): UtilityService | undefined {
  return catalogue.find((each) => String(each.id) === typed.utilityServiceId);
}

/** The chosen method, as long as the service allows it. */
function methodOf(typed: Typed, service: UtilityService | undefined): ChargingMethod {
  const methods = service?.methods ?? [];
  return methods.find((each) => each === typed.method) ?? methods[0] ?? 'norm';
}

function newOf(first: UtilityService | undefined, firstMonth: string | null): Typed {
  return {
    utilityServiceId: String(first?.id ?? ''),
    method: first?.methods[0] ?? '',
    heatingMode: 'season',
    yearVolumes: '',
    coefficientApplies: 'false',
    sharedMeterBy: 'share',
    payeeId: '',
    validFrom: showDay(`${firstMonth ?? thisMonth()}-01`),
    validTo: '',
  };
}

function typedOf(service: HouseService): Typed {
  return {
    utilityServiceId: String(service.utilityServiceId),
    method: service.method,
    heatingMode: service.heatingMode ?? 'season',
    yearVolumes: showVolumes(service.yearVolumes),
    coefficientApplies: String(service.coefficientApplies),
    sharedMeterBy: service.sharedMeterBy,
    payeeId: service.payeeId === null ? '' : String(service.payeeId),
    validFrom: showDay(service.validFrom),
    validTo: typedDay(service.validTo),
  };
}

function bodyOf(typed: Typed, service: UtilityService | undefined): ServiceBody {
  const method = methodOf(typed, service);
  return {
    utilityServiceId: Number(typed.utilityServiceId),
    method,
    heatingMode: method === 'heating' ? (typed.heatingMode as HeatingMode) : null,
    yearVolumes: BY_YEAR_BEFORE.includes(method)
      ? [...(parseVolumes(typed.yearVolumes) ?? [])]
      : [],
    coefficientApplies: service?.coefficientAllowed === true && typed.coefficientApplies === 'true',
    sharedMeterBy: method === 'meter' ? (typed.sharedMeterBy as SharedMeterWay) : 'share',
    payeeId: typed.payeeId === '' ? null : Number(typed.payeeId),
    validFrom: parseDay(typed.validFrom) ?? '',
    validTo: parseDay(typed.validTo) ?? null,
  };
}
