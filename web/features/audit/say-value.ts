// A value of the audit log in readable form.
import { showDay, showInstant, showMonth } from '../../lib/days.ts';
import { showShortFigure } from '../../lib/figures.ts';
import { chargingWords } from '../../lib/charging-words.ts';
import type { Language } from '../../lib/in-both.ts';
import { valueWords } from './audit-value-words.ts';
import { fieldWords } from './audit-field-words.ts';
import { auditWords } from './audit-words.ts';
import { isListedReading, type ListedReading } from './changed-fields.ts';

export function sayValue(value: unknown, language: Language): string {
  const t = auditWords[language];
  if (value === null || value === undefined || value === '') return t.nothing;
  if (typeof value === 'boolean') return value ? t.yes : t.no;
  if (isListedReading(value)) return sayReading(value, language);
  if (Array.isArray(value))
    return value.length === 0
      ? t.nothing
      : value.map((each) => sayValue(each, language)).join(value.some(isRecord) ? '; ' : ', ');
  if (isRecord(value)) return sayRecord(value, language);
  return sayText(typeof value === 'string' ? value : JSON.stringify(value), language);
}

/** `значение 80, человек 2` */
function sayRecord(record: Readonly<Record<string, unknown>>, language: Language): string {
  return Object.entries(record)
    .map(([name, value]) => `${sayField(name, language)} ${sayValue(value, language)}`)
    .join(', ');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `1 150 (27.11.2026, бухгалтер)` */
function sayReading(
  [, value, takenOn, source, rollover]: ListedReading,
  language: Language,
): string {
  const more = rollover ? [sayField('rollover', language)] : [];
  const told = [showDay(takenOn), sayText(source, language), ...more];
  return `${showShortFigure(value)} (${told.join(', ')})`;
}

function sayText(text: string, language: Language): string {
  const { method, heatingMode, component } = chargingWords[language];
  const words: Readonly<Record<string, string>> = {
    ...method,
    ...heatingMode,
    ...component,
    ...valueWords[language],
  };
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return showDay(text);
  if (/^\d{4}-\d{2}$/.test(text)) return showMonth(text, language);
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text)) return showInstant(text);
  if (/^-?\d+\.\d+$/.test(text)) return showShortFigure(text);
  return words[text] ?? text;
}

/** `validTo` in the page's words, or else as the service's name split into words: `valid to`. */
export function sayField(name: string, language: Language): string {
  const known = fieldWords[language][name];
  return known ?? name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** `meter-act.changed` is `Акт на прибор: изменение`. */
export function sayAction(action: string, language: Language): string {
  const t = auditWords[language];
  const [kind = '', verb = ''] = action.split('.', 2);
  const objects: Readonly<Record<string, string>> = t.objects;
  const verbs: Readonly<Record<string, string>> = t.verbs;
  const said = verbs[action] ?? verbs[verb] ?? (verb.endsWith('-exported') ? t.exported : verb);
  return `${objects[kind] ?? kind}: ${said}`;
}
