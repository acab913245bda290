// The street and number of a house, the short name used by those who have many houses in one town.

/** Parts of an address above the street, which are the same for all houses of a company. */
const ABOVE_STREET =
  /^(?:\d{6}|россия|г\.?|город|(?:.*\s)?(?:обл\.?|область|край|респ\.?|республика|р-н|район|округ|ао)|с\.?|село|п\.?|пос\.?|посёлок|поселок|пгт|д\.|дер\.?|деревня)(?:\s|$)/;
const WORDS_OF_PLACES = /(?<![а-яё])(?:улица|ул|дом|д)(?![а-яё])\.?/g;

/** Street and number of «г. Самара, ул. Садовая, д. 12»: «садовая 12». */
export function streetOf(address = ''): string {
  const parts = address
    .toLowerCase()
    .split(',')
    .map((part) => part.trim());
  const last = parts.length - 1;
  const street = parts.filter((part, at) => at === last || !ABOVE_STREET.test(part));
  return street.join(' ').replaceAll(WORDS_OF_PLACES, ' ').trim();
}
