// Checks the language of what the demo prints, and finds the sums in it, in either notation.
import type { Language } from '../../speech/language-of.ts';

/** Words that are the same in every language. */
const TERMS =
  /https?:\S+|\S*\/\S+|\S+@\S+|\S+\.csv\b|npm run [\w-]+ --|python3|\bLS\d\d|\bdemo(?:-\w+)*|PostgreSQL|Ctrl-C|\bAPI\b|\bQR(?=-)|\bUTC\b/g;

/** Words in the company's records, which are Russian in both languages. */
const RECORDS = `
  Заречная 17, счета; тарифы; приборы; долги
  г. Зареченск, ул. Садовая, д. 12; Лебедев Артём Николаевич; садовая артем
  Анна Иванова; Борис Орлов; Вера Соколова; Илья Громов; Тихая-Заводь; Ровный-Счёт; Совет-Дома
  ВСХН-40; СХВ-15; ЛС02; м³; Гкал; кВт·ч; мес.
  Холодная вода на содержание общего имущества; Холодное водоснабжение; Горячее водоснабжение; Водоотведение
  Отопление; Электроснабжение; Обращение с твёрдыми коммунальными отходами; Содержание жилого помещения
  Общество с ограниченной ответственностью «Управляющая компания „Тихая Заводь“»
  Взнос на капитальный ремонт; Домофон; Специальный счёт дома: ул. Заречная, д. 17
  ООО «Региональный оператор „Чистый край“»
  Приказ Комитета по тарифам Зареченской области от 10.04.2026 № 34-т
  Госпошлина за судебный приказ; Судебный приказ мирового судьи участка № 14, дело
  Скидка старшему по подъезду; Протокол общего собрания собственников
  Переход долга по капитальному ремонту (ЖК, ст. 158 ч. 3)
  Выписка из ЕГРН, кв. 7: прежний собственник; новый собственник`;

const CYRILLIC = /[а-яё]+/gi;
const KNOWN = new Set(RECORDS.match(CYRILLIC));

/** The lines with a word of the other language. */
export function foreignLines(printed: string, language: Language): readonly string[] {
  const isForeign = language === 'ru' ? hasEnglish : hasRussian;
  return printed.split('\n').filter(isForeign);
}

function hasEnglish(line: string): boolean {
  return /[a-z]/i.test(line.replaceAll(TERMS, ''));
}

function hasRussian(line: string): boolean {
  return line.match(CYRILLIC)?.some((word) => !KNOWN.has(word)) === true;
}

/** Every amount with kopecks, sorted as texts; days are left out. */
export function sumsOf(printed: string): readonly string[] {
  const text = printed
    .replaceAll(/https?:\S+/g, '')
    .replaceAll(/\d{2}\.\d{2}\.\d{4}/g, '')
    .replaceAll('\u2212', '-')
    .replaceAll(/(?<=\d)\u00a0(?=\d)/g, '')
    .replaceAll(/(?<=\d),(?=\d)/g, '.');
  return (text.match(/(?<![\d.])-?\d+\.\d{2}(?![\d.])/g) ?? []).toSorted();
}
