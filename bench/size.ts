// How much is measured: `npm run bench` alone takes all benchmarks in short sizes, `npm run bench -- name` one in its whole.
const IS_SHORT = process.argv[2] === undefined;

export function sized<Size>({
  whole,
  short,
}: {
  readonly whole: Size;
  readonly short: Size;
}): Size {
  return IS_SHORT ? short : whole;
}
