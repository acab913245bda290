// A dialog element that is shown over the page while it is rendered, closes on Escape, and returns the focus to what opened it.
import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';

/** The open dialogs, the topmost last. */
const shown: HTMLDialogElement[] = [];

/**
 * @param onClose undefined if it has to be answered first
 * @param firstFocus a selector of the first element to focus; if nothing matches, the browser chooses
 */
export function useModal(
  onClose: (() => void) | undefined,
  firstFocus?: string,
): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const leave = useEffectEvent(() => onClose?.());
  // Before the element is removed from the page: afterwards the browser would not return the focus.
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
 * Escape is not left to the browser: a page cannot refuse the second one, which closes the dialog, and the third would reach what
 * is below. A phone's back gesture cannot be intercepted.
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
      // Cancelling a file picker fires `cancel` too.
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

/** Below the dialogs that have opened above it meanwhile. */
function showAgain(element: HTMLDialogElement): void {
  for (const one of shown.slice(shown.indexOf(element))) {
    one.close();
    one.showModal();
  }
}

/** To the element that opened the dialog, to the button of the menu that contained it, or else to the main content. */
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
