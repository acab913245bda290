// By registered persons alone: if nobody is registered nothing is charged, since p. 56(2), by which owners count instead, is a
// rule for utilities.
import { fraction } from '../../../money/fraction.ts';
import { residentsOn, type Residents } from '../../prepared-account.ts';
import { oneLine } from '../../service-lines.ts';
import { forDays } from '../../volume-source.ts';
import type { Method } from '../method.ts';
import { PER_PERSON_LAW, PER_PERSON_RULES } from './per-person-rules.ts';

export const PER_PERSON: Method<keyof typeof PER_PERSON_RULES> = {
  rules: PER_PERSON_RULES,
  law: PER_PERSON_LAW,
  chargeAccount: (_house, place) => {
    const { month, account } = place;
    return oneLine(place, {
      rule: 'per-person',
      cuts: account.personsCuts,
      on: ({ first, days }) => {
        const persons = registered(residentsOn(account, month, first));
        if (persons === 0) return undefined;
        const volume = forDays(fraction(BigInt(persons)), days, month);
        return { volume, inputs: { persons } };
      },
      inputs: {},
    });
  },
  owesNothing: ({ account, last }) =>
    account.persons.every((one) => one.from > last || registered(one) === 0),
};

function registered({ persons, areOwners }: Residents): number {
  return areOwners ? 0 : persons;
}
