// Draws text on a page of a PDF document: fonts, single lines, and lines that are wrapped or cut to fit a width.
import PDFDocument from 'pdfkit';
import { fileURLToPath } from 'node:url';

export type Weight = 'regular' | 'bold';

export type Style = {
  readonly size: number;
  readonly weight?: Weight;
  readonly color?: string;
};

export type Place = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly align?: 'left' | 'right' | 'center';
};

export type Pen = {
  readonly doc: PDFKit.PDFDocument;
  /** One line, cut at the given width. `y` is its top. */
  readonly write: (text: string, place: Place, style: Style) => void;
  /** The same, but only if it fits without being cut; returns whether it was written. */
  readonly writeWhole: (text: string, place: Place, style: Style) => boolean;
  /** Wraps the text into at most `mostLines` lines; returns their height. */
  readonly writeLines: (text: string, place: Place, style: Style, mostLines: number) => number;
  /** The height that these lines would have. */
  readonly heightOfLines: (text: string, width: number, style: Style, mostLines: number) => number;
  readonly rule: (x: number, y: number, width: number, thickness?: number, color?: string) => void;
  readonly panel: (x: number, y: number, width: number, height: number, color: string) => void;
};

/** The printable part of the page's 595 points. */
export const LEFT = 34;
export const WIDTH = 527;

export const INK = '#1b2530';
export const MUTED = '#5b6773';
export const HAIRLINE = '#c5cdd5';
export const ACCENT = '#0f5c73';
export const TINT = '#eef4f6';
export const WARNING = '#a03a12';

const FONTS: Readonly<Record<Weight, string>> = {
  regular: fileURLToPath(
    import.meta.resolve('@expo-google-fonts/pt-sans/400Regular/PTSans_400Regular.ttf'),
  ),
  bold: fileURLToPath(import.meta.resolve('@expo-google-fonts/pt-sans/700Bold/PTSans_700Bold.ttf')),
};
const LINE_HEIGHT = 1.25;
const ELLIPSIS = '…';
/** Everything that the font has and a Russian text may need; other characters would be drawn as empty boxes. */
const NOT_IN_FONT =
  /[^\u0020-\u007e\u00a0-\u0109\u0116-\u0122\u0130\u0131\u0139-\u0148\u0150-\u0165\u016a-\u0173\u0178-\u017e\u0401-\u040c\u040e-\u044f\u0451-\u045c\u045e\u045f\u048a-\u04c0\u04c3-\u04f9\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u20ac\u20bd\u2116\u2122\u2212]/gu;
/** The signs for copyright and trademarks count as pictographs too, but the font has them. */
const PICTURES =
  /[\p{Extended_Pictographic}--[\u00a9\u00ae\u2122]](?:\u200d|\ufe0f|\p{EMod}|\p{Extended_Pictographic})*/gv;
const NOT_DRAWN_AS_IT_IS = new RegExp(`${NOT_IN_FONT.source}|  `, 'u');
const INSTEAD = '\u25ca';

export function openPen(title: string, createdAt: Date): Pen {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    lang: 'ru-RU',
    displayTitle: true,
    info: { Title: title, CreationDate: createdAt },
  });
  for (const [weight, file] of Object.entries(FONTS)) doc.registerFont(weight, file);

  function use({ size, weight = 'regular', color = INK }: Style): void {
    doc.font(weight).fontSize(size).fillColor(color);
  }

  function put({ text, width }: Line, place: Place): void {
    const free = place.width - width;
    const before = { left: 0, center: free / 2, right: free }[place.align ?? 'left'];
    if (text !== '') doc.text(text, place.x + before, place.y, { lineBreak: false });
  }

  return {
    doc,
    write: (text, place, style) => {
      use(style);
      for (const line of linesOf(doc, drawable(text), place.width, 1)) put(line, place);
    },
    writeWhole: (text, place, style) => {
      use(style);
      const line = measured(doc, drawable(text));
      const fits = line.width <= place.width;
      if (fits) put(line, place);
      return fits;
    },
    writeLines: (text, place, style, mostLines) => {
      use(style);
      const lines = linesOf(doc, drawable(text), place.width, mostLines);
      const height = style.size * LINE_HEIGHT;
      for (const [nth, line] of lines.entries()) put(line, { ...place, y: place.y + nth * height });
      return lines.length * height;
    },
    heightOfLines: (text, width, style, mostLines) => {
      use(style);
      return linesOf(doc, drawable(text), width, mostLines).length * style.size * LINE_HEIGHT;
    },
    rule: (x, y, width, thickness = 0.5, color = HAIRLINE) =>
      void doc.rect(x, y, width, thickness).fill(color),
    panel: (x, y, width, height, color) => void doc.roundedRect(x, y, width, height, 5).fill(color),
  };
}

/** The text as a single line with only characters that the font can draw. */
export function drawable(text: string): string {
  if (!NOT_DRAWN_AS_IT_IS.test(text)) return text;
  return text
    .toWellFormed()
    .replaceAll(/\s+/gu, (space) => (space === '\u00a0' ? space : ' '))
    .replaceAll(PICTURES, INSTEAD)
    .replaceAll(NOT_IN_FONT, (sign) => (sign === INSTEAD ? sign : INSTEAD));
}

/** A text, and its width in the current font. */
type Line = { readonly text: string; readonly width: number };

function measured(doc: PDFKit.PDFDocument, text: string): Line {
  return { text, width: doc.widthOfString(text) };
}

/** Wraps between words, and inside a word that is too long for a line. Excess text is cut. */
function linesOf(
  doc: PDFKit.PDFDocument,
  text: string,
  width: number,
  mostLines: number,
): readonly Line[] {
  if (text === '') return [];
  const whole = measured(doc, text);
  if (whole.width <= width) return [whole];
  return broken(doc, text, width, mostLines).map((line) => measured(doc, line));
}

function broken(
  doc: PDFKit.PDFDocument,
  text: string,
  width: number,
  mostLines: number,
): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((long) => piecesOf(doc, long, width))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (doc.widthOfString(longer) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  lines.push(line);
  if (lines.length <= mostLines) return lines;
  const kept = lines.slice(0, mostLines);
  return [...kept.slice(0, -1), cut(doc, `${kept.at(-1)} ${lines[mostLines]}`, width)];
}

function piecesOf(doc: PDFKit.PDFDocument, word: string, width: number): readonly string[] {
  if (doc.widthOfString(word) <= width) return [word];
  const pieces: string[] = [];
  let piece = '';
  for (const letter of word) {
    if (doc.widthOfString(piece + letter) > width && piece !== '') {
      pieces.push(piece);
      piece = '';
    }
    piece += letter;
  }
  return [...pieces, piece];
}

function cut(doc: PDFKit.PDFDocument, text: string, width: number): string {
  const letters = Array.from(text);
  while (letters.length > 0 && doc.widthOfString(letters.join('') + ELLIPSIS) > width)
    letters.pop();
  return `${letters.join('').trimEnd()}${ELLIPSIS}`;
}
