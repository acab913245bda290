// The rooms of an act as typed: numbers separated by commas, a range `1-12`, or every fourth room of it, as along a riser:
// `3-35/4`.

export type NumberedRoom = { readonly id: number; readonly number: string };

export type ChosenRooms = {
  readonly ids: readonly number[];
  /** What matches no room. */
  readonly unknown: readonly string[];
};

/** An empty text chooses no rooms: the act is for the whole house. */
export function roomsTyped(typed: string, rooms: readonly NumberedRoom[]): ChosenRooms {
  const found = typed
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => ({ part, rooms: roomsOf(part, rooms) }));
  return {
    ids: [...new Set(found.flatMap((one) => one.rooms.map(({ id }) => id)))],
    unknown: found.filter((one) => one.rooms.length === 0).map(({ part }) => part),
  };
}

/** The numbers of these rooms, in the order of the house. */
export function roomNumbers(
  ids: readonly number[] | null,
  rooms: readonly NumberedRoom[],
): readonly string[] {
  if (ids === null) return [];
  return rooms.filter(({ id }) => ids.includes(id)).map(({ number }) => number);
}

function roomsOf(part: string, rooms: readonly NumberedRoom[]): readonly NumberedRoom[] {
  const [, from = '', to = '', step = '1'] =
    /^(\d{1,6})\s*[-–—]\s*(\d{1,6})(?:\s*\/\s*([1-9]\d{0,3}))?$/.exec(part) ?? [];
  if (from === '') return rooms.filter(({ number }) => number === part);
  const [first, last, every] = [Number(from), Number(to), Number(step)];
  return rooms.filter(({ number }) => {
    const own = /^\d{1,6}$/.test(number) ? Number(number) : -1;
    return first <= own && own <= last && (own - first) % every === 0;
  });
}
