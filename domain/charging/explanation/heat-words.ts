// How an account's part of the house's heat is found, in sentences: with own boilers, heat meters of rooms, or allocators.
import type { Words } from '../../text/words.ts';
import type { ChargeBasis, HouseBasis } from '../charge-line.ts';
import { inBoth } from './speech.ts';

/** Its own room, and its part of the common rooms. */
export function ownAndCommon(basis: ChargeBasis, house: HouseBasis, unit: string): Words {
  const { heatedArea, commonArea, roomsArea } = house;
  return inBoth(({ say, number }) => {
    const heated = `${number(heatedArea)} м² ${say('отапливаемых помещений', 'of heated rooms')}`;
    const common = `${number(commonArea)} м² ${say('общих', 'of common ones')}`;
    const room = `${say('своё помещение', 'the own room')} ${number(basis.ownVolume)} ${unit}`;
    const part = `${say('часть общих помещений', 'the part of the common rooms')} (${number(basis.area)} / ${number(roomsArea)} м²) ${number(basis.commonVolume)} ${unit}`;
    return `${say('На', 'Shared by')} ${heated} ${say('и', 'and')} ${common}: ${room}, ${part}.`;
  });
}

/** The heat used by the room, and its part of the heat that the rooms' meters do not count. */
export function ownAndRest(basis: ChargeBasis, { roomsArea }: HouseBasis, unit: string): Words {
  return inBoth(({ say, number }) => {
    const room = `${say('Объём помещения', 'The volume of the room')} ${number(basis.ownVolume)} ${unit}`;
    const rest = say('часть остатка по площади', 'its part of the rest by area');
    return `${room}, ${rest} (${number(basis.area)} / ${number(roomsArea)} м²) ${number(basis.commonVolume)} ${unit}.`;
  });
}

/** The heat of the rooms with heat cost allocators, and the account's part of it. */
export function byAllocators(
  { ownVolume, allocators }: ChargeBasis,
  { shared }: HouseBasis,
  unit: string,
): Words {
  return inBoth(({ say, number }) => {
    const whole = `${say('На весь дом', 'For the whole house')}: ${number(shared)} ${unit}`;
    const pool = `${say('на помещения с распределителями', 'on rooms with heat cost allocators')} ${number(allocators?.volume)} ${unit}`;
    const part = `${say('по долям распределителей', 'by the shares of the allocators')} ${number(allocators?.own)} / ${number(allocators?.all)}`;
    return `${whole}, ${pool}; ${part}, ${say('на счёт', 'for the account')} ${number(ownVolume)} ${unit}.`;
  });
}
