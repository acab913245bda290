// The order in which remarks are worked through: by kind, then by house in address order.
import type { Remark } from '@kvartplata/contracts/billing/closing-checks.ts';
import { naturalOrder } from '@kvartplata/domain/text/natural-order.ts';

/**
 * Remarks about no house come last within their kind; the remarks of a house keep their order.
 * @param remarks ordered by kind
 * @param addresses by house
 */
export function inHouseOrder(
  remarks: readonly Remark[],
  addresses: ReadonlyMap<number, string>,
): readonly Remark[] {
  const kinds = new Map<string, Remark[]>();
  for (const remark of remarks) {
    const ofKind = kinds.get(remark.check);
    if (ofKind === undefined) kinds.set(remark.check, [remark]);
    else ofKind.push(remark);
  }
  const places = placesOf(addresses);
  const placeOf = ({ houseId }: Remark): number =>
    places.get(houseId ?? 0) ?? addresses.size + Number(houseId === undefined);
  return [...kinds.values()].flatMap((ofKind) =>
    ofKind.toSorted((one, other) => placeOf(one) - placeOf(other)),
  );
}

/** Compares addresses once per house rather than once per remark. */
function placesOf(addresses: ReadonlyMap<number, string>): ReadonlyMap<number, number> {
  const inOrder = [...addresses].toSorted(
    ([oneId, one], [otherId, other]) => naturalOrder(one, other) || oneId - otherId,
  );
  return new Map(inOrder.map(([houseId], place) => [houseId, place]));
}
