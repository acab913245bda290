// Where an account is, as documents and lists write it: `г. Зареченск, ул. Садовая, д. 12, кв. 5`.

export type RoomPlace = {
  /** The address of the house. */
  readonly address: string;
  readonly roomKind: 'residential' | 'non-residential';
  readonly roomNumber: string;
};

const ROOMS: Readonly<Record<RoomPlace['roomKind'], string>> = {
  residential: 'кв.',
  'non-residential': 'пом.',
};

export function roomAddress({ address, roomKind, roomNumber }: RoomPlace): string {
  return `${address}, ${ROOMS[roomKind]} ${roomNumber}`;
}
