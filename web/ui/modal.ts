// A dialog element that is shown over the page as long as it is drawn, closes by Escape, and gives the focus back to what
// opened it.
import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';

/** Those that are shown, the uppermost last. */
const shown: HTMLDialogElement[] = [];

/**
 * @param onClose undefined for what has to be answered first
 * @param firstFocus a selector of what has the focus first; where nothing is it, the browser chooses
 */
export function useModal(
  onClose: (() => void) | undefined,
  firstFocus?: string,
): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const leave = useEffectEvent(() => onClose?.());
  // Before the element leaves the page: out of it, a browser gives no focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    const opener = document.activeElement;
    element.showModal();
    shown.push(element);
    if (firstFocus !== undefined) element.querySelector<HTMLElement>(firstFocus)?.focus();
    const unhear = hearLeaving(element, () => leave());
    return () => {
      unhear();
      shown.splice(shown.indexOf(element), 1);
      element.close();
      queueMicrotask(() => giveFocusBack(opener));
    };
  }, [firstFocus]);
  return dialog;
}

/**
 * Escape is not left to the browser: it lets no page refuse the second one and closes the dialog by itself, and the third would
 * reach what is below. A phone's way back cannot be taken from it.
 */
function hearLeaving(element: HTMLDialogElement, leave: () => void): () => void {
  const hearing = new AbortController();
  const { signal } = hearing;
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
      if (shown.at(-1) !== element || element.querySelector(':popover-open') !== null) return;
      event.preventDefault();
      leave();
    },
    { signal },
  );
  element.addEventListener(
    'cancel',
    (event) => {
      // A file that is not chosen after all is a cancel too.
      if (event.target !== element) return;
      event.preventDefault();
      leave();
    },
    { signal },
  );
  element.addEventListener(
    'close',
    () => {
      if (element.open) return;
      showAgain(element);
      leave();
    },
    { signal },
  );
  return () => hearing.abort();
}

/** Below those that have come over it meanwhile. */
function showAgain(element: HTMLDialogElement): void {
  for (const one of shown.slice(shown.indexOf(element))) {
    one.close();
    one.showModal();
  }
}

/** To what has opened the dialog, to the button of the menu that it stood in, or at least to what the page is about. */
function giveFocusBack(opener: Element | null): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  const menu = opener?.closest('[popover]')?.id;
  const places = [
    opener,
    menu === undefined ? null : document.querySelector(`[popovertarget="${CSS.escape(menu)}"]`),
    document.querySelector('main'),
  ];
  const place = places.find((one) => one?.checkVisibility() === true);
  if (place instanceof HTMLElement) place.focus({ preventScroll: true });
}
