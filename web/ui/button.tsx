// A button, whose look depends on the kind of its action.
import type { ButtonHTMLAttributes, ReactElement } from 'react';

type Kind = 'primary' | 'plain' | 'quiet' | 'danger';

export function Button({
  kind = 'plain',
  isBusy = false,
  type = 'button',
  disabled,
  className = '',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & {
  readonly kind?: Kind;
  readonly isBusy?: boolean;
}): ReactElement {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled === true || isBusy}
      aria-busy={isBusy}
      className={`button ${kind} ${isBusy ? 'busy' : ''} ${className}`}
    />
  );
}
