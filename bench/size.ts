// The size of benchmarks: `npm run bench` runs all in short sizes, `npm run bench -- name` runs one in full size.
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
