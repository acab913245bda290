// Interruptions and bad quality of a house's services: the acts, and what the law takes back because of them.
import { listServiceActs, type ServiceAct } from '@kvartplata/contracts/core/service-acts.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { showDay } from '../../lib/days.ts';
import { showShortFigure } from '../../lib/figures.ts';
import { groupOf, readPages } from '../../lib/reads.ts';
import { useMay } from '../../lib/role.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { PagedTable } from '../../ui/paged-table.tsx';
import { RecordSheet, storedForm } from '../../ui/record-sheet.tsx';
import { Empty } from '../../ui/states.tsx';
import { actWords, takenBy } from './act-words.ts';
import { momentOf } from './moscow-time.ts';
import { roomNumbers } from './room-numbers.ts';
import { ServiceActForm, serviceActOf, type ActHouse } from './service-act-form.tsx';

const WORDS = inBoth(
  {
    title: 'Перерывы и качество услуг',
    add: 'Записать акт',
    one: ({ name }: ServiceAct) => name,
    service: 'Услуга',
    what: 'Что случилось',
    when: 'Когда, по Москве',
    rooms: 'Помещения',
    wholeHouse: 'весь дом',
    measured: (value: string) => `измерено ${value}`,
    required: (value: string) => `должно быть ${value}`,
    allowed: (hours: number) => `допустимо ${hours} ч`,
    taken: 'Что снимается',
    basis: 'Документ',
    none: 'Актов нет. Перерасчёт за перерывы и качество делается по ним.',
  },
  {
    title: 'Interruptions and quality',
    add: 'Record an act',
    one: ({ name }) => name,
    service: 'Service',
    what: 'What happened',
    when: 'When, Moscow time',
    rooms: 'Rooms',
    wholeHouse: 'the whole house',
    measured: (value) => `measured ${value}`,
    required: (value) => `should be ${value}`,
    allowed: (hours) => `${hours} h allowed`,
    taken: 'What is taken back',
    basis: 'Document',
    none: 'No acts. Charges are lowered for interruptions and bad quality by them.',
  },
);
/** If there are more rooms, only their number is shown. */
const NAMED_ROOMS = 12;

export function ServiceActList({ house }: { readonly house: ActHouse }): ReactElement {
  const t = useWords(WORDS);
  const words = useWords(actWords);
  const mayWrite = useMay('accountant') && house.services.length > 0;
  const query = useInfiniteQuery(
    readPages(listServiceActs, { params: { houseId: house.houseId } }),
  );
  const facts = ({ kind, measured, required, allowedHours }: ServiceAct): string =>
    [
      words.kinds[kind],
      measured === null ? undefined : t.measured(showShortFigure(measured)),
      required === null ? undefined : t.required(showShortFigure(required)),
      allowedHours === null ? undefined : t.allowed(allowedHours),
    ]
      .filter((word) => word !== undefined)
      .join(', ');
  const rooms = ({ roomIds }: ServiceAct): string => {
    if (roomIds === null) return t.wholeHouse;
    const numbers = roomNumbers(roomIds, house.rooms);
    return numbers.length > NAMED_ROOMS
      ? `${numbers.slice(0, NAMED_ROOMS).join(', ')}… (${numbers.length})`
      : numbers.join(', ');
  };
  const taken = ({ houseServiceId, kind }: ServiceAct): string => {
    const standard = house.services.find(({ id }) => id === houseServiceId)?.standard;
    return standard === undefined ? '' : takenBy(standard, kind, words);
  };
  return (
    <RecordSheet<ServiceAct>
      title={t.title}
      add={t.add}
      one={t.one}
      mayWrite={mayWrite}
      changes={[groupOf(listServiceActs)]}
      list={(name) => (
        <PagedTable
          query={query}
          caption={t.title}
          keyOf={({ id }) => id}
          empty={<Empty>{t.none}</Empty>}
          columns={[
            { title: t.service, isName: true, cell: (act) => name(act, act.name) },
            { title: t.what, cell: facts },
            { title: t.when, cell: ({ from, to }) => `${shown(from)} – ${shown(to)}` },
            { title: t.rooms, cell: rooms },
            { title: t.taken, isExtra: true, cell: taken },
            { title: t.basis, isExtra: true, cell: ({ basis }) => basis },
          ]}
        />
      )}
      form={storedForm(
        ({ id }) => serviceActOf(id),
        (stored, end) => (
          <ServiceActForm house={house} stored={stored} {...end} />
        ),
      )}
    />
  );
}

function shown(instant: string): string {
  const { day, time } = momentOf(instant);
  return `${showDay(day)} ${time}`;
}
