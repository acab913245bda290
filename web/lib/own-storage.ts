// What the page keeps in the browser for the user at work: payments that did not arrive, typed readings, the chosen
// organization. It is that user's alone. Signing out empties it, and whoever signs in next finds nothing of it; the
// language and the theme say nothing of a person and stay.

/** Of this tab until it is closed, or of the whole browser. */
export type Kept = 'tab' | 'browser';

const OWNER = 'user';
/** Before the names of what is kept: libraries keep things of their own beside it. */
const OURS = 'own:';
const STAYS: readonly string[] = ['language', 'theme'];

/** Whose page this document is; it cannot become another's, since too much of the first would be left in its memory. */
let owner: string | undefined;
let isGivenUp = false;

/**
 * Takes the storage for a user, and drops what another has left.
 * @returns false in a document of another user: it has to be loaded again
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

/** @param text undefined for nothing any more */
export function keepOwn(kept: Kept, name: string, text: string | undefined): void {
  if (owner === undefined) return;
  if (text === undefined) storageOf(kept).removeItem(OURS + name);
  else storageOf(kept).setItem(OURS + name, text);
}

/** Whether something typed in this tab has not been saved. */
export function hasUnsaved(): boolean {
  return Object.keys(sessionStorage).some((name) => name.startsWith(OURS));
}

/** At the sign-out. The document keeps nothing from here on, and is to be loaded again. */
export function dropStorage(): void {
  emptyBrowser();
  giveUp();
  // The router notes where its pages were scrolled to, at the last moment.
  addEventListener('pagehide', emptyTab);
}

/** False once another tab has signed this document's user out, or another one in: what it asks would be theirs. */
export function isStillOurs(): boolean {
  if (owner !== undefined && localStorage.getItem(OWNER) !== owner) giveUp();
  return !isGivenUp;
}

/** Leaves the page as soon as it is no longer its user's: told by another tab, or taken out of the browser's memory. */
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
