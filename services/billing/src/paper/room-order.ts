// Accounts in the order in which people look for them: by house, room and number, with 2 before 10.
import type { AccountCard } from '@kvartplata/contracts/core/internal.ts';
import { naturalOrder } from '@kvartplata/domain/text/natural-order.ts';
import { roomAddress } from '@kvartplata/domain/text/room-address.ts';

export type NamedAccount = {
  readonly accountNumber: string;
  readonly address: string;
  readonly payer: string;
};

/** An account that core no longer knows is named by its id. */
export function nameAccount(
  cards: ReadonlyMap<number, AccountCard>,
  personalAccountId: number,
): NamedAccount {
  const card = cards.get(personalAccountId);
  if (card === undefined)
    return { accountNumber: `№ ${personalAccountId}`, address: '', payer: '' };
  const { accountNumber, payer } = card;
  return { accountNumber, payer, address: roomAddress(card) };
}

/** For Array.toSorted; accounts unknown to core come last. */
export function byRoom(
  cards: ReadonlyMap<number, AccountCard>,
): (one: number, other: number) => number {
  return (one, other) => {
    const [a, b] = [cards.get(one), cards.get(other)];
    if (a === undefined || b === undefined)
      return Number(a === undefined) - Number(b === undefined) || one - other;
    return (
      naturalOrder(a.address, b.address) ||
      naturalOrder(a.roomNumber, b.roomNumber) ||
      naturalOrder(a.accountNumber, b.accountNumber) ||
      one - other
    );
  };
}
