// Reads a part of a workbook as a stream of its elements, and reports what is wrong with one in words.
import { createXmlReader, XmlFault, type XmlHandlers } from '../xml/xml-reader.ts';
import { brokenFile } from './table-file.ts';

const WORDS: Readonly<Record<XmlFault['kind'], string>> = {
  'document-type': 'The workbook declares a document type',
  'not-well-formed': 'A part of the workbook is not well-formed XML',
  'too-deep': 'A part of the workbook is nested too deeply',
  'too-long': 'A text in the workbook is longer than a cell can be',
};

/**
 * Reads all chunks and calls the handlers; yields after each chunk, so that the caller can pass on the results.
 * @throws Refusal malformed-file
 */
export async function* readXml(
  chunks: AsyncIterable<string>,
  handlers: XmlHandlers,
): AsyncGenerator<void> {
  const reader = createXmlReader(handlers);
  try {
    for await (const chunk of chunks) {
      reader.write(chunk);
      yield;
    }
    reader.close();
    yield;
  } catch (error) {
    throw error instanceof XmlFault ? brokenFile(WORDS[error.kind], error) : error;
  }
}
