// Whether what a page shows can be read whole, and stands inside its sheet.
import type { Page } from 'playwright-core';

/** A hint longer than its field is cut in the middle of a word; the cross of a search field takes its place too. */
const SPOILED = `(() => {
  const pen = document.createElement('canvas').getContext('2d');
  const found = [];
  for (const input of document.querySelectorAll('main input[placeholder]')) {
    const { font, paddingLeft, paddingRight } = getComputedStyle(input);
    pen.font = font;
    const cross = input.type === 'search' ? 14 : 0;
    const width = input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - cross;
    if (input.clientWidth > 0 && pen.measureText(input.placeholder).width > width)
      found.push('the hint “' + input.placeholder + '” is cut off');
  }
  for (const control of document.querySelectorAll('.sheet :is(.input, .button:not(.quiet, .in-table))')) {
    const { left, width } = control.getBoundingClientRect();
    const edge = control.closest('.sheet').getBoundingClientRect().left;
    if (width > 0 && left - edge < 4)
      found.push('“' + (control.textContent || control.name) + '” touches the edge of its sheet');
  }
  return found;
})()`;

export async function findCutOff(page: Page): Promise<readonly string[]> {
  return page.evaluate<string[]>(SPOILED);
}
