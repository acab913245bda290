// The answer of ГИС ЖКХ to a request, parsed strictly: the result for each item of the request, by its transport GUID.
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import { XmlFault } from '@kvartplata/platform/xml/xml-reader.ts';
import { readXmlTree, type XmlElement } from '@kvartplata/platform/xml/xml-tree.ts';

export type GisError = { readonly code: string; readonly description: string };

export type GisResult = {
  readonly transportGuid: string;
  /** Empty for an accepted item. */
  readonly errors: readonly GisError[];
  /** The number assigned by ГИС ЖКХ; null where it gives none. */
  readonly uniqueNumber: string | null;
};

const PROCESSED = '3';
const MOST_CODE = 50;
const MOST_WORDS = 1000;

/**
 * Accepts `getStateResult` of the asynchronous exchange and `ImportResult` of the synchronous one, also within an envelope.
 * @throws Refusal gis-answer-unreadable, gis-answer-not-ready, gis-request-refused
 */
export function readGisAnswerFile(bytes: Uint8Array): readonly GisResult[] {
  const root = readRoot(bytes);
  if (root.name.toLowerCase() === 'html') throw unreadable('it is a page of HTML');
  const fault = findFirst(root, 'Fault');
  if (fault !== undefined) throw refusedWhole(errorOf(findFirst(fault, 'ErrorMessage') ?? fault));
  const answer = findFirst(root, 'getStateResult') ?? findFirst(root, 'ImportResult');
  if (answer === undefined) throw unreadable(`it is a ${root.name}, and no answer to a request`);
  const state = childOf(answer, 'RequestState')?.text.trim();
  if (state !== undefined && state !== PROCESSED)
    throw new Refusal('gis-answer-not-ready', `The request is at state ${state} of ${PROCESSED}`);
  const refused = childOf(answer, 'ErrorMessage');
  if (refused !== undefined) throw refusedWhole(errorOf(refused));
  const results = answer.children.filter(
    ({ name }) => name === 'ImportResult' || name === 'CommonResult',
  );
  if (results.length === 0) throw unreadable('it has no results');
  return results.map(toResult);
}

function readRoot(bytes: Uint8Array): XmlElement {
  try {
    return readXmlTree(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof XmlFault) throw unreadable(error.message, error);
    if (error instanceof TypeError) throw unreadable('it is not UTF-8', error);
    throw error;
  }
}

function toResult(result: XmlElement): GisResult {
  const transportGuid = childOf(result, 'TransportGUID')?.text.trim().toLowerCase();
  if (transportGuid === undefined) throw unreadable('a result says not what it is of');
  const errors = result.children.filter(({ name }) => name === 'Error').map(errorOf);
  if (errors.length === 0 && childOf(result, 'UpdateDate') === undefined)
    throw unreadable('a result says neither that something was taken nor why not');
  return {
    transportGuid,
    errors,
    uniqueNumber: childOf(result, 'UniqueNumber')?.text.trim().slice(0, MOST_CODE) ?? null,
  };
}

function errorOf(error: XmlElement): GisError {
  const textOf = (name: string): string => findFirst(error, name)?.text.trim() ?? '';
  return {
    code: textOf('ErrorCode').slice(0, MOST_CODE) || '?',
    description: (textOf('Description') || textOf('faultstring')).slice(0, MOST_WORDS),
  };
}

function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name);
}

/** The element itself, or its first descendant of that name. */
function findFirst(element: XmlElement, name: string): XmlElement | undefined {
  if (element.name === name) return element;
  for (const child of element.children) {
    const found = findFirst(child, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function unreadable(why: string, cause?: unknown): Refusal {
  return new Refusal('gis-answer-unreadable', `The file is not an answer of ГИС ЖКХ: ${why}`, {
    cause,
  });
}

function refusedWhole({ code, description }: GisError): Refusal {
  return new Refusal(
    'gis-request-refused',
    `ГИС ЖКХ has rejected the whole request: ${code} ${description}`.trim(),
  );
}
