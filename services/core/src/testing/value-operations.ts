// The operations of tariffs and of norms, for tests that apply to both.
import {
  createNorm,
  deleteNorm,
  getNorm,
  listNorms,
  listNormsOfHouse,
  replaceNorm,
} from '@kvartplata/contracts/core/norms.ts';
import {
  createTariff,
  deleteTariff,
  getTariff,
  listTariffs,
  listTariffsOfHouse,
  replaceTariff,
} from '@kvartplata/contracts/core/tariffs.ts';

export const VALUE_OPERATIONS = {
  tariff: {
    listOfHouse: listTariffsOfHouse,
    list: listTariffs,
    create: createTariff,
    get: getTariff,
    replace: replaceTariff,
    remove: deleteTariff,
  },
  norm: {
    listOfHouse: listNormsOfHouse,
    list: listNorms,
    create: createNorm,
    get: getNorm,
    replace: replaceNorm,
    remove: deleteNorm,
  },
} as const;

/** The path parameter of a value's id, for tariffs and for norms. */
export function valueParams(id: number) {
  return { tariffId: id, normId: id };
}
