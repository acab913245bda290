import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOfPng, readPng } from '../testing/png.ts';
import { qrPng } from './qr-png.ts';

const ADDRESS = 'otpauth://totp/Kvartplata:ivan?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const SQUARE_PIXELS = 4;
const QUIET_SQUARES = 4;

for (const { text, why } of [
  { text: ADDRESS, why: 'the address of an authenticator' },
  { text: 'a', why: 'one letter' },
  { text: 'Иван 🏠', why: 'letters past Latin' },
  { text: 'https://example.org/'.repeat(20), why: 'four hundred characters' },
])
  test(`the picture decodes to its text: ${why}`, () => {
    assert.equal(codeOfPng(qrPng(text)), text);
  });

/** As made by the independent library qrcode 1.5.4, too. */
const SQUARES = [
  '####### #  ## #######',
  '#     #   ##  #     #',
  '# ### #  #### # ### #',
  '# ### # ###   # ### #',
  '# ### # #  ## # ### #',
  '#     # ##  # #     #',
  '####### # # # #######',
  '        ##           ',
  '#   # ###   ######  #',
  '  ##    ### ### ###  ',
  '####### ##  ##  #### ',
  ' #  ##   ##### ##  ##',
  '#### ### # #   ##  # ',
  '        #  ## # # ###',
  '####### ####    #  # ',
  '#     #  ##  # ##   #',
  '# ### # ##  ##   # # ',
  '# ### #   # ##### ###',
  '# ### #  #  ##  ###  ',
  '#     #  ####  ##    ',
  '####### #### ### #  #',
];

test('the modules match those drawn by another program', () => {
  const { width, height, isDark } = readPng(qrPng('Kvartplata'));
  const side = SQUARES.length + 2 * QUIET_SQUARES;
  assert.deepEqual([width, height], [side * SQUARE_PIXELS, side * SQUARE_PIXELS]);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const square =
        SQUARES[Math.floor(y / SQUARE_PIXELS) - QUIET_SQUARES]?.[
          Math.floor(x / SQUARE_PIXELS) - QUIET_SQUARES
        ];
      assert.equal(isDark(x, y), square === '#', `${x}, ${y}`);
    }
});
