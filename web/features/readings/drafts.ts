// Unsaved input, stored outside the page: a reload, or a visit to another page, loses nothing.
import { useEffect, useRef, useState } from 'react';
import { keepOwn, readOwn } from '../../lib/own-storage.ts';
import type { Draft } from './judge-reading.ts';

const IDLE_MS = 200;

export type Drafts = ReadonlyMap<number, Draft>;

/** @param name of the sheet */
export function useDrafts(
  name: string,
): readonly [Drafts, (change: (old: Drafts) => Drafts) => void] {
  const [drafts, setDrafts] = useState<Drafts>(() => read(name));
  const latest = useRef(drafts);
  useEffect(() => {
    latest.current = drafts;
    // Between keystrokes, because storing a thousand rows takes time.
    const idle = setTimeout(() => keep(name, drafts), IDLE_MS);
    return () => clearTimeout(idle);
  }, [name, drafts]);
  useEffect(() => {
    const keepLatest = (): void => keep(name, latest.current);
    addEventListener('pagehide', keepLatest);
    return () => {
      removeEventListener('pagehide', keepLatest);
      keepLatest();
    };
  }, [name]);
  return [drafts, setDrafts];
}

function keep(name: string, drafts: Drafts): void {
  keepOwn('tab', name, drafts.size === 0 ? undefined : JSON.stringify([...drafts]));
}

function read(name: string): Drafts {
  try {
    return new Map(JSON.parse(readOwn('tab', name) ?? '[]') as [number, Draft][]);
  } catch {
    return new Map();
  }
}
