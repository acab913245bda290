// The rooms of a house, and the form of one.
import type { Room } from '@kvartplata/contracts/core/rooms.ts';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import type { Versioned } from '../../lib/api.ts';
import { showFigure, parseFigure } from '../../lib/figures.ts';
import { useMay } from '../../lib/role.ts';
import { inBoth, useWords } from '../../lib/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Sheet } from '../../ui/page.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Answered, Empty } from '../../ui/states.tsx';
import { addRoom, changeRoom, readRoom, roomsOf, type RoomFields } from './rooms.ts';

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
    none: 'No rooms yet. Add them one by one, or import the house from a file.',
  },
);

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
              houseId={houseId}
              onDone={() => setEdited(undefined)}
            />
          ) : (
            <StoredRoom id={edited.id} houseId={houseId} onDone={() => setEdited(undefined)} />
          )}
        </Dialog>
      )}
    </Sheet>
  );
}

function StoredRoom({
  id,
  ...rest
}: {
  readonly id: number;
  readonly houseId: number;
  readonly onDone: () => void;
}): ReactElement {
  const query = useQuery({
    queryKey: ['/api/rooms', id],
    queryFn: async () => readRoom(id),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Answered query={query}>
      {(stored) => (
        <RoomForm
          stored={stored}
          save={async (body, etag) => changeRoom(id, etag, body)}
          {...rest}
        />
      )}
    </Answered>
  );
}

function RoomForm({
  stored,
  houseId,
  save,
  onDone,
}: {
  readonly stored?: Versioned<Room>;
  readonly houseId: number;
  readonly save: (body: RoomFields, etag: string | undefined) => Promise<unknown>;
  readonly onDone: () => void;
}): ReactElement {
  const t = useWords(WORDS);
  const client = useQueryClient();
  const [etag, setEtag] = useState(stored?.etag);
  const typedOf = (room: Room | undefined) => ({
    number: room?.number ?? '',
    area: room === undefined ? '' : showFigure(room.area),
    kind: room?.kind ?? 'residential',
  });
  const form = useForm<Readonly<Record<'number' | 'area' | 'kind', string>>>({
    initial: typedOf(stored?.record),
    required: ['number', 'area'],
    check: ({ area }) => (parseFigure(area) === undefined ? { area: t.areaWrong } : {}),
    save: async ({ number, area, kind }) => {
      const body = { number: number.trim(), area: parseFigure(area) ?? '' };
      await save({ ...body, kind: kind as Room['kind'] }, etag);
      await client.invalidateQueries({ queryKey: roomsOf(houseId).queryKey.slice(0, 1) });
      onDone();
    },
    ...(stored === undefined
      ? {}
      : {
          readTheirs: async () => {
            const newest = await readRoom(stored.record.id);
            setEtag(newest.etag);
            return typedOf(newest.record);
          },
        }),
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
