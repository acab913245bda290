// Light or dark: follows the system until the user chooses.
import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';

const KEPT_AS = 'theme';
const listeners = new Set<() => void>();
const darkMachine = matchMedia('(prefers-color-scheme: dark)');
let chosen = localStorage.getItem(KEPT_AS);
show();
darkMachine.addEventListener('change', show);

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, current);
}

export function chooseTheme(theme: Theme): void {
  chosen = theme;
  localStorage.setItem(KEPT_AS, theme);
  show();
}

function current(): Theme {
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return darkMachine.matches ? 'dark' : 'light';
}

function show(): void {
  document.documentElement.dataset['theme'] = current();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
