// What the page stores in the browser for its user: payments that did not arrive, typed readings, the chosen organization. It
// belongs to that user alone: signing out deletes it, so that the next user finds nothing of it. The language and the theme
// reveal nothing about a person and stay.

/** For this tab until it is closed, or for the whole browser. */
export type Kept = 'tab' | 'browser';

const OWNER = 'user';
/** A prefix, because libraries use the storage too. */
const OURS = 'own:';
const STAYS: readonly string[] = ['language', 'theme'];

/** The user of this document. It cannot become another user's, because too much of the first would remain in its memory. */
let owner: string | undefined;
let isGivenUp = false;

/**
 * Claims the storage for a user, and deletes another user's data.
 * @returns false if the document belongs to another user: it has to be reloaded
 */
export function claimStorage(userId: number): boolean {
  const user = String(userId);
  if (isGivenUp || (owner !== undefined && owner !== user)) {
    giveUp();
    return false;
  }
  if (sessionStorage.getItem(OWNER) !== user) emptyTab();
  if (localStorage.getItem(OWNER) !== user) emptyBrowser();
  sessionStorage.setItem(OWNER, user);
  localStorage.setItem(OWNER, user);
  owner = user;
  return true;
}

export function readOwn(kept: Kept, name: string): string | null {
  return owner === undefined ? null : storageOf(kept).getItem(OURS + name);
}

/** @param text undefined deletes it */
export function keepOwn(kept: Kept, name: string, text: string | undefined): void {
  if (owner === undefined) return;
  if (text === undefined) storageOf(kept).removeItem(OURS + name);
  else storageOf(kept).setItem(OURS + name, text);
}

/** Whether this tab has unsaved input. */
export function hasUnsaved(): boolean {
  return Object.keys(sessionStorage).some((name) => name.startsWith(OURS));
}

/** On signing out. From here on the document stores nothing, and has to be reloaded. */
export function dropStorage(): void {
  emptyBrowser();
  giveUp();
  // The router stores its scroll positions at the last moment.
  addEventListener('pagehide', emptyTab);
}

/** False once another tab has signed this document's user out, or another user in: requests would be made as that user. */
export function isStillOurs(): boolean {
  if (owner !== undefined && localStorage.getItem(OWNER) !== owner) giveUp();
  return !isGivenUp;
}

/**
 * Leaves the page as soon as it no longer belongs to its user: when another tab says so, or on return from the back-forward
 * cache.
 */
export function watchOwner(leave: () => void): void {
  const look = (): void => {
    if (!isStillOurs()) leave();
  };
  addEventListener('storage', look);
  addEventListener('pageshow', look);
}

function giveUp(): void {
  emptyTab();
  owner = undefined;
  isGivenUp = true;
}

function emptyTab(): void {
  sessionStorage.clear();
}

function emptyBrowser(): void {
  for (const name of Object.keys(localStorage))
    if (!STAYS.includes(name)) localStorage.removeItem(name);
}

function storageOf(kept: Kept): Storage {
  return kept === 'tab' ? sessionStorage : localStorage;
}
