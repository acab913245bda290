// The legal form in the name of an organization: in full, and as it is usually abbreviated.

const ABBREVIATIONS: readonly (readonly [form: string, abbreviated: string])[] = [
  ['общество с ограниченной ответственностью', 'ООО'],
  ['непубличное акционерное общество', 'НАО'],
  ['публичное акционерное общество', 'ПАО'],
  ['открытое акционерное общество', 'ОАО'],
  ['закрытое акционерное общество', 'ЗАО'],
  ['акционерное общество', 'АО'],
  ['товарищество собственников жилья', 'ТСЖ'],
  ['товарищество собственников недвижимости', 'ТСН'],
  ['жилищно-строительный кооператив', 'ЖСК'],
  ['жилищный кооператив', 'ЖК'],
  ['муниципальное унитарное предприятие', 'МУП'],
  ['государственное унитарное предприятие', 'ГУП'],
  ['муниципальное бюджетное учреждение', 'МБУ'],
  ['муниципальное казенное учреждение', 'МКУ'],
  ['государственное бюджетное учреждение', 'ГБУ'],
  ['государственное казенное учреждение', 'ГКУ'],
  ['индивидуальный предприниматель', 'ИП'],
];

/**
 * The name with the legal form that it begins with abbreviated, for places too narrow for a full name: "Общество с ограниченной
 * ответственностью «Исток»" is "ООО «Исток»". Any other name stays as it is.
 */
export function abbreviateLegalForm(name: string): string {
  const written = name.replaceAll(/\s/gu, ' ').toLowerCase().replaceAll('ё', 'е');
  for (const [form, abbreviated] of ABBREVIATIONS) {
    const rest = name.slice(form.length);
    if (written.startsWith(form) && /^\s+\S/u.test(rest)) return abbreviated + rest;
  }
  return name;
}
