// A dialog element that is shown over the page as long as it is drawn, and gives the focus back to what opened it.
import { useLayoutEffect, useRef, type RefObject } from 'react';

/** @param firstFocus a selector of what has the focus first; where nothing is it, the browser chooses */
export function useModal(firstFocus?: string): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the element leaves the page: out of it, a browser gives no focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    if (element?.open === false) {
      element.showModal();
      if (firstFocus !== undefined) element.querySelector<HTMLElement>(firstFocus)?.focus();
    }
    return () => {
      element?.close();
      queueMicrotask(() => giveFocusBack(opener));
    };
  }, [firstFocus]);
  return dialog;
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
