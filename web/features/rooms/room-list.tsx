// The rooms of a house, and the form of one.
import { listRooms, type Room } from '@kvartplata/contracts/core/rooms.ts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import type { Versioned } from '../../lib/api.ts';
import { showFigure, parseFigure } from '../../lib/figures.ts';
import { groupOf } from '../../lib/reads.ts';
import { useMay } from '../../lib/role.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Sheet } from '../../ui/page.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Empty } from '../../ui/states.tsx';
import { StoredRecord, useVersion } from '../../ui/stored-record.tsx';
import { tell } from '../../ui/toasts.tsx';
import { addRoom, changeRoom, deleteRoom, roomOf, roomsOf, type RoomFields } from './rooms.ts';

const WORDS = inBoth(
  {
    title: 'Помещения',
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
    number: 'Number',
    area: 'Area, m²',
    areaWrong: 'Enter a number, such as 54.30',
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

export function RoomList({ houseId }: { readonly houseId: number }): ReactElement {
  const t = useWords(WORDS);
  const query = useInfiniteQuery(roomsOf(houseId));
  const [edited, setEdited] = useState<Room | 'new'>();
  const mayEdit = useMay('owner');
  const add = mayEdit && <Button onClick={() => setEdited('new')}>{t.add}</Button>;
  return (
    <Sheet title={t.title} actions={add}>
      <PagedTable
        query={query}
        caption={t.title}
        keyOf={({ id }) => id}
        empty={<Empty action={add}>{t.none}</Empty>}
        columns={[
          {
            title: t.number,
            isName: true,
            cell: (room) =>
              mayEdit ? (
                <Button kind="quiet" className="in-table" onClick={() => setEdited(room)}>
                  {room.number}
                </Button>
              ) : (
                room.number
              ),
          },
          {
            title: t.kind,
            cell: ({ kind }) => (kind === 'residential' ? t.residential : t.nonResidential),
          },
          { title: t.area, isFigure: true, cell: ({ area }) => showFigure(area) },
        ]}
      />
      {edited !== undefined && (
        <Dialog
          title={edited === 'new' ? t.add : t.edit(edited.number)}
          onClose={() => setEdited(undefined)}
        >
          {edited === 'new' ? (
            <RoomForm
              save={async (body) => addRoom(houseId, body)}
              onDone={() => setEdited(undefined)}
            />
          ) : (
            <StoredRoom id={edited.id} onDone={() => setEdited(undefined)} />
          )}
        </Dialog>
      )}
    </Sheet>
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
