// A field that filters the list below it while somebody types.
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useAddressWords } from '../lib/list-address.ts';

const PAUSE_MS = 200;

/** The list's search words are in the address: they are written when typing pauses, and read again on Back. */
export function AddressSearch({
  label,
  as = 'find',
}: {
  readonly label: string;
  /** Their name in the address. */
  readonly as?: Parameters<typeof useAddressWords>[0];
}): ReactElement {
  const { words, search } = useAddressWords(as);
  const [typed, setTyped] = useState(words);
  const told = useRef(words);
  useEffect(() => {
    if (words === told.current) return;
    told.current = words;
    setTyped(words);
  }, [words]);
  useEffect(() => {
    const text = typed.trim();
    if (text === told.current) return undefined;
    const pause = setTimeout(() => {
      told.current = text;
      search(text);
    }, PAUSE_MS);
    return () => clearTimeout(pause);
  }, [typed, search]);
  return (
    <input
      className="input search"
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
