// A menu below a button: a click elsewhere, a chosen link and Escape close it.
import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';

export function Menu({
  label,
  className = '',
  children,
}: {
  /** The content of the button. */
  readonly label: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}): ReactElement {
  const menu = useRef<HTMLDetailsElement>(null);
  useClosing(menu);
  return (
    <details ref={menu} className={`menu ${className}`}>
      <summary className="button quiet">{label}</summary>
      <div>{children}</div>
    </details>
  );
}

function useClosing(menu: { readonly current: HTMLDetailsElement | null }): void {
  useEffect(() => {
    const onPress = (event: Event): void => {
      const details = menu.current;
      if (details === null || !(event.target instanceof Element)) return;
      if (!details.contains(event.target) || event.target.closest('a') !== null)
        details.open = false;
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || menu.current?.open !== true) return;
      menu.current.open = false;
      menu.current.querySelector('summary')?.focus();
    };
    addEventListener('click', onPress);
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('click', onPress);
      removeEventListener('keydown', onKey);
    };
  }, [menu]);
}
