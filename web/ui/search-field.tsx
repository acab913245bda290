// A field that narrows the list below it while somebody types.
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useAddressWords } from '../lib/list-address.ts';

const PAUSE_MS = 200;

export function SearchField({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}): ReactElement {
  return (
    <input
      className="input search"
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** The words of the list stand in the address: they go there when the typing pauses, and come from there on Back. */
export function AddressSearch({ label }: { readonly label: string }): ReactElement {
  const { words, search } = useAddressWords();
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
  return <SearchField label={label} value={typed} onChange={setTyped} />;
}
