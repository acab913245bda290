// An act on a service: when, what was wrong, for which rooms, and the document.
import {
  createServiceAct,
  deleteServiceAct,
  getServiceAct,
  replaceServiceAct,
  type ServiceAct,
} from '@kvartplata/contracts/core/service-acts.ts';
import {
  ACT_KINDS,
  type ActKind,
  type QualityStandard,
} from '@kvartplata/domain/regulation/quality/service-act.ts';
import { BREAK_RULES, isKnown } from '@kvartplata/domain/regulation/quality/standards.ts';
import type { ReactElement } from 'react';
import { call, type Versioned } from '../../lib/api.ts';
import { sayAppliedMonths } from '../../lib/applied-months.ts';
import { showDay, today } from '../../lib/days.ts';
import { parseFigure, showShortFigure } from '../../lib/figures.ts';
import { readVersioned } from '../../lib/reads.ts';
import { inBoth, useLanguage, useWords } from '../../lib/words.ts';
import { DateField, SelectField, TextField } from '../../ui/field.tsx';
import { useForm, type FormState } from '../../ui/form.tsx';
import { RecordForm } from '../../ui/record-form.tsx';
import type { FormEnd } from '../../ui/record-sheet.tsx';
import { useVersion } from '../../ui/stored-record.tsx';
import { actWords, takenBy } from './act-words.ts';
import { momentOf, parseMoment } from './moscow-time.ts';
import { roomNumbers, roomsTyped, type NumberedRoom } from './room-numbers.ts';

const WORDS = inBoth(
  {
    service: 'Услуга',
    kind: 'Что случилось',
    fromDay: 'Начало, день',
    fromTime: 'Начало, время',
    toDay: 'Конец, день',
    toTime: 'Конец, время',
    timeHint: 'Московское время',
    measured: 'Измерено',
    required: 'Должно быть',
    requiredHint: 'Пусто — по приложению № 1, с ночным допуском',
    allowed: 'Допустимо часов',
    allowedHint: 'Пусто — по приложению № 1',
    rooms: 'Помещения',
    roomsHint:
      'Номера через запятую, 1-12 — подряд, 3-35/4 — стояк: каждое четвёртое. Пусто — весь дом',
    roomsWrong: (typed: string) => `Таких помещений нет: ${typed}`,
    basis: 'Документ',
    momentWrong: 'Нужны день и время, например 05.07.2026 и 8:00',
    figureWrong: 'Нужно число, например 52,5',
    hoursWrong: 'Нужно целое число часов',
    saved: 'Акт записан.',
    deleted: 'Акт удалён.',
    sure: 'Удалить акт? Перерасчёта по нему не будет.',
  },
  {
    service: 'Service',
    kind: 'What happened',
    fromDay: 'Beginning, day',
    fromTime: 'Beginning, time',
    toDay: 'End, day',
    toTime: 'End, time',
    timeHint: 'Moscow time',
    measured: 'Measured',
    required: 'Should be',
    requiredHint: 'Empty: by appendix 1, with what the night allows',
    allowed: 'Allowed hours',
    allowedHint: 'Empty: by appendix 1',
    rooms: 'Rooms',
    roomsHint:
      'Numbers with commas, 1-12 in a row, 3-35/4 a riser: every fourth. Empty: the whole house',
    roomsWrong: (typed) => `No such rooms: ${typed}`,
    basis: 'Document',
    momentWrong: 'Enter a day and a time, such as 05.07.2026 and 8:00',
    figureWrong: 'Enter a number, such as 52,5',
    hoursWrong: 'Enter a whole number of hours',
    saved: 'Act saved.',
    deleted: 'Act deleted.',
    sure: 'Delete this act? Nothing will be taken back by it.',
  },
);

/** A service of the house that can have acts. */
export type ActService = {
  readonly id: number;
  readonly name: string;
  readonly standard: QualityStandard;
};

type Typed = Readonly<
  Record<
    | 'houseServiceId'
    | 'kind'
    | 'fromDay'
    | 'fromTime'
    | 'toDay'
    | 'toTime'
    | 'measured'
    | 'required'
    | 'allowedHours'
    | 'rooms'
    | 'basis',
    string
  >
>;

export type ActHouse = {
  readonly houseId: number;
  readonly services: readonly ActService[];
  readonly rooms: readonly NumberedRoom[];
};

export function ServiceActForm({
  house,
  stored,
  onDone,
  onCancel,
}: FormEnd & {
  readonly house: ActHouse;
  /** Undefined for a new one. */
  readonly stored: Versioned<ServiceAct> | undefined;
}): ReactElement {
  const t = useWords(WORDS);
  const language = useLanguage();
  const id = stored?.record.id ?? 0;
  const typedOf = (act: ServiceAct): Typed => toTyped(act, house.rooms);
  const [ifMatch, theirs] = useVersion(stored, serviceActOf(id).read, typedOf);
  const form = useForm<Typed>({
    initial: stored === undefined ? newOf(house.services) : typedOf(stored.record),
    required: ['fromDay', 'fromTime', 'toDay', 'toTime', 'basis'],
    check: (typed) => faultsOf(typed, house.rooms, t),
    names: { from: 'fromDay', to: 'toDay', roomIds: 'rooms' },
    save: async (typed) => {
      const body = bodyOf(typed, house);
      const saved = await (stored === undefined
        ? call(createServiceAct, { params: { houseId: house.houseId }, body })
        : call(replaceServiceAct, { params: { serviceActId: id }, body, ifMatch }));
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
            await call(deleteServiceAct, { params: { serviceActId: id }, ifMatch });
            await onDone(t.deleted);
          },
          history: `service-act:${id}`,
        }
      }
    >
      <WhatAndWhen of={form} services={house.services} />
      <TextField of={form.field('rooms')} label={t.rooms} hint={t.roomsHint} />
      <TextField of={form.field('basis')} label={t.basis} />
    </RecordForm>
  );
}

function WhatAndWhen({
  of,
  services,
}: {
  readonly of: FormState<Typed>;
  readonly services: readonly ActService[];
}): ReactElement {
  const t = useWords(WORDS);
  const words = useWords(actWords);
  const standard = standardOf(of.values, services);
  const kind = of.values.kind as ActKind;
  const isBreak = kind === 'interruption';
  const isMeasured = isBreak
    ? standard === 'heating' || BREAK_RULES[standard].isMeasured === true
    : kind !== 'quality';
  return (
    <>
      <SelectField
        of={of.field('houseServiceId')}
        label={t.service}
        options={services.map((one) => [String(one.id), one.name])}
        autoFocus
      />
      <SelectField
        of={of.field('kind')}
        label={t.kind}
        hint={isKnown(standard, kind) ? takenBy(standard, kind, words) : ''}
        options={ACT_KINDS.filter((one) => isKnown(standard, one) || one === kind).map((one) => [
          one,
          words.kinds[one],
        ])}
      />
      <div className="pair">
        <DateField of={of.field('fromDay')} label={t.fromDay} />
        <TextField of={of.field('fromTime')} label={t.fromTime} hint={t.timeHint} />
      </div>
      <div className="pair">
        <DateField of={of.field('toDay')} label={t.toDay} />
        <TextField of={of.field('toTime')} label={t.toTime} hint={t.timeHint} />
      </div>
      <div className="pair">
        {isMeasured && (
          <TextField of={of.field('measured')} label={t.measured} inputMode="decimal" />
        )}
        {isMeasured && !isBreak && (
          <TextField
            of={of.field('required')}
            label={t.required}
            hint={t.requiredHint}
            inputMode="decimal"
          />
        )}
        {isBreak && (
          <TextField
            of={of.field('allowedHours')}
            label={t.allowed}
            hint={t.allowedHint}
            inputMode="numeric"
          />
        )}
      </div>
    </>
  );
}

export function serviceActOf(serviceActId: number) {
  return readVersioned(getServiceAct, { params: { serviceActId } });
}

function standardOf({ houseServiceId }: Typed, services: readonly ActService[]): QualityStandard {
  return services.find(({ id }) => String(id) === houseServiceId)?.standard ?? 'cold-supply';
}

function newOf(services: readonly ActService[]): Typed {
  return {
    houseServiceId: String(services[0]?.id ?? ''),
    kind: 'interruption',
    fromDay: showDay(today()),
    fromTime: '',
    toDay: showDay(today()),
    toTime: '',
    measured: '',
    required: '',
    allowedHours: '',
    rooms: '',
    basis: '',
  };
}

function toTyped(act: ServiceAct, rooms: readonly NumberedRoom[]): Typed {
  const [from, to] = [momentOf(act.from), momentOf(act.to)];
  return {
    houseServiceId: String(act.houseServiceId),
    kind: act.kind,
    fromDay: showDay(from.day),
    fromTime: from.time,
    toDay: showDay(to.day),
    toTime: to.time,
    measured: act.measured === null ? '' : showShortFigure(act.measured),
    required: act.required === null ? '' : showShortFigure(act.required),
    allowedHours: act.allowedHours === null ? '' : String(act.allowedHours),
    rooms: roomNumbers(act.roomIds, rooms).join(', '),
    basis: act.basis,
  };
}

function faultsOf(
  typed: Typed,
  rooms: readonly NumberedRoom[],
  t: (typeof WORDS)['ru'],
): Partial<Record<keyof Typed, string>> {
  const { unknown } = roomsTyped(typed.rooms, rooms);
  const isFigure = (text: string): boolean => text.trim() === '' || parseFigure(text) !== undefined;
  const isMoment = (day: string, time: string): boolean =>
    day.trim() === '' || time.trim() === '' || parseMoment(day, time) !== undefined;
  return {
    ...(isMoment(typed.fromDay, typed.fromTime) ? {} : { fromTime: t.momentWrong }),
    ...(isMoment(typed.toDay, typed.toTime) ? {} : { toTime: t.momentWrong }),
    ...(isFigure(typed.measured) ? {} : { measured: t.figureWrong }),
    ...(isFigure(typed.required) ? {} : { required: t.figureWrong }),
    ...(/^\d{0,4}$/.test(typed.allowedHours.trim()) ? {} : { allowedHours: t.hoursWrong }),
    ...(unknown.length === 0 ? {} : { rooms: t.roomsWrong(unknown.join(', ')) }),
  };
}

/** Fields that the chosen kind does not need are not sent, whatever was typed before. */
function bodyOf(typed: Typed, { services, rooms }: ActHouse) {
  const kind = typed.kind as ActKind;
  const standard = standardOf(typed, services);
  const isBreak = kind === 'interruption';
  const isMeasured =
    kind !== 'quality' && (!isBreak || ['heating', 'waste-collection'].includes(standard));
  const { ids } = roomsTyped(typed.rooms, rooms);
  return {
    houseServiceId: Number(typed.houseServiceId),
    kind,
    from: parseMoment(typed.fromDay, typed.fromTime) ?? '',
    to: parseMoment(typed.toDay, typed.toTime) ?? '',
    measured: isMeasured ? (parseFigure(typed.measured) ?? null) : null,
    required: isMeasured && !isBreak ? (parseFigure(typed.required) ?? null) : null,
    allowedHours:
      isBreak && typed.allowedHours.trim() !== '' ? Number(typed.allowedHours.trim()) : null,
    roomIds: ids.length === 0 ? null : [...ids],
    basis: typed.basis.trim(),
  };
}
