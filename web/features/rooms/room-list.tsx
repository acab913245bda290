// The rooms of a house, and the form of one.
import { listRooms, type Room } from '@kvartplata/contracts/core/rooms.ts';
import { formatScaled, parseScaled } from '@kvartplata/domain/money/scaled.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import { naturalOrder } from '@kvartplata/domain/text/natural-order.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState, type ReactElement } from 'react';
import type { Versioned } from '../../lib/api.ts';
import { parseFigure, showFigure } from '../../lib/figures.ts';
import { hasWords } from '../../lib/has-words.ts';
import { useAddressWords } from '../../lib/list-address.ts';
import { groupOf } from '../../lib/reads.ts';
import { useMay } from '../../lib/role.ts';
import { counted, countedEn, inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { LongTable } from '../../ui/long-table.tsx';
import { Sheet } from '../../ui/page.tsx';
import { AddressSearch } from '../../ui/search-field.tsx';
import { Answered, Empty } from '../../ui/states.tsx';
import { StoredRecord, useVersion } from '../../ui/stored-record.tsx';
import { tell } from '../../ui/toasts.tsx';
import { addRoom, allRoomsOf, changeRoom, deleteRoom, roomOf, type RoomFields } from './rooms.ts';

const WORDS = inBoth(
  {
    title: 'Помещения',
    search: 'Номер или вид помещения',
    together: (count: number) => counted(count, 'помещение', 'помещения', 'помещений'),
    nothing: 'Таких помещений нет.',
    number: 'Номер',
    area: 'Площадь, м²',
    areaWrong: 'Нужно число, например 54,30',
    kind: 'Вид',
    residential: 'жилое',
    nonResidential: 'нежилое',
    add: 'Добавить помещение',
    edit: (number: string) => `Помещение ${number}`,
    sure: 'Удалить это помещение, заведённое по ошибке? Счетов в нём быть не должно.',
    deleted: 'Помещение удалено.',
    none: 'В доме пока нет помещений. Добавьте их по одному или загрузите дом из файла.',
  },
  {
    title: 'Rooms',
    search: 'Number or kind of room',
    together: (count) => countedEn(count, 'room'),
    nothing: 'No rooms found.',
    number: 'Number',
    area: 'Area, m²',
    areaWrong: 'Enter a number, such as 54,30',
    kind: 'Kind',
    residential: 'residential',
    nonResidential: 'non-residential',
    add: 'Add a room',
    edit: (number) => `Room ${number}`,
    sure: 'Delete this room, added by mistake? It must have no accounts.',
    deleted: 'Room deleted.',
    none: 'No rooms yet. Add them one by one, or import the house from a file.',
  },
);

type Typed = Readonly<Record<'number' | 'area' | 'kind', string>>;

/** All of them, by number; their search words have their own name in the address, because the page has another list. */
export function RoomList({ houseId }: { readonly houseId: number }): ReactElement {
  const t = useWords(WORDS);
  const query = useQuery(allRoomsOf(houseId));
  const [edited, setEdited] = useState<Room | 'new'>();
  const mayEdit = useMay('owner');
  const add = mayEdit && <Button onClick={() => setEdited('new')}>{t.add}</Button>;
  const close = (): void => setEdited(undefined);
  return (
    <Sheet title={t.title} actions={add}>
      <div className="head filter">
        <AddressSearch label={t.search} as="room" />
      </div>
      <Answered query={query}>
        {(rooms) =>
          rooms.length === 0 ? (
            <Empty action={add}>{t.none}</Empty>
          ) : (
            <RoomTable rooms={rooms} onEdit={mayEdit ? setEdited : undefined} />
          )
        }
      </Answered>
      {edited !== undefined && (
        <Dialog title={edited === 'new' ? t.add : t.edit(edited.number)} onClose={close}>
          {edited === 'new' ? (
            <RoomForm save={async (body) => addRoom(houseId, body)} onDone={close} />
          ) : (
            <StoredRoom id={edited.id} onDone={close} />
          )}
        </Dialog>
      )}
    </Sheet>
  );
}

function RoomTable({
  rooms,
  onEdit,
}: {
  readonly rooms: readonly Room[];
  readonly onEdit: ((room: Room) => void) | undefined;
}): ReactElement {
  const t = useWords(WORDS);
  const { words } = useAddressWords('room');
  const shown = useMemo(() => {
    const textOf = ({ number, kind }: Room): string =>
      `${number} ${kind === 'residential' ? t.residential : t.nonResidential}`;
    return rooms
      .filter((room) => hasWords(textOf(room), words))
      .toSorted((one, other) => naturalOrder(one.number, other.number));
  }, [rooms, words, t]);
  if (shown.length === 0) return <Empty>{t.nothing}</Empty>;
  return (
    <LongTable
      caption={t.title}
      rows={shown}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t.number,
          isName: true,
          total: t.together(shown.length),
          cell: (room) =>
            onEdit === undefined ? (
              room.number
            ) : (
              <Button kind="quiet" className="in-table" onClick={() => onEdit(room)}>
                {room.number}
              </Button>
            ),
        },
        {
          title: t.kind,
          cell: ({ kind }) => (kind === 'residential' ? t.residential : t.nonResidential),
        },
        {
          title: t.area,
          isFigure: true,
          total: showFigure(
            formatScaled(
              sumBy(shown, ({ area }) => parseScaled(area, 2)),
              2,
            ),
          ),
          cell: ({ area }) => showFigure(area),
        },
      ]}
    />
  );
}

function StoredRoom({
  id,
  onDone,
}: {
  readonly id: number;
  readonly onDone: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const client = useQueryClient();
  return (
    <StoredRecord of={roomOf(id)}>
      {(stored) => (
        <div className="stack">
          <RoomForm
            stored={stored}
            save={async (body, etag) => changeRoom(id, etag, body)}
            onDone={onDone}
          />
          <DeleteButton
            what={t.sure}
            act={async () => {
              await deleteRoom(id, stored.etag);
              await client.invalidateQueries({ queryKey: groupOf(listRooms) });
              tell(t.deleted);
              onDone();
            }}
          />
        </div>
      )}
    </StoredRecord>
  );
}

function RoomForm({
  stored,
  save,
  onDone,
}: {
  readonly stored?: Versioned<Room>;
  readonly save: (body: RoomFields, etag: string | undefined) => Promise<unknown>;
  readonly onDone: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const client = useQueryClient();
  const id = stored?.record.id ?? 0;
  const [etag, theirs] = useVersion(stored, roomOf(id).read, typedOf);
  const form = useForm<Typed>({
    initial:
      stored === undefined ? { number: '', area: '', kind: 'residential' } : typedOf(stored.record),
    required: ['number', 'area'],
    check: ({ area }) => (parseFigure(area) === undefined ? { area: t.areaWrong } : {}),
    save: async ({ number, area, kind }) => {
      const body = { number: number.trim(), area: parseFigure(area) ?? '' };
      await save({ ...body, kind: kind as Room['kind'] }, etag);
      await client.invalidateQueries({ queryKey: groupOf(listRooms) });
      onDone();
    },
    ...theirs,
  });
  return (
    <Form of={form} onCancel={onDone}>
      <div className="pair">
        <TextField of={form.field('number')} label={t.number} autoFocus />
        <TextField of={form.field('area')} label={t.area} inputMode="decimal" />
      </div>
      <SelectField
        of={form.field('kind')}
        label={t.kind}
        options={[
          ['residential', t.residential],
          ['non-residential', t.nonResidential],
        ]}
      />
    </Form>
  );
}

function typedOf({ number, area, kind }: Room): Typed {
  return { number, area: showFigure(area), kind };
}
