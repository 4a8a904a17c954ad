// The buttons: one main action a screen, quiet ones for the rest, danger for what ends something. A button that cannot
// be pressed says why instead of going grey without a word.
import { useId, useRef } from 'react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'

export type ButtonVariant = 'main' | 'quiet' | 'danger' | 'bare'

const shape =
  'inline-grid min-h-11 border items-center justify-center rounded-control px-4 py-2 text-center leading-snug font-semibold ' +
  'no-underline transition-colors select-none aria-disabled:cursor-not-allowed'

const variantClasses: Readonly<Record<ButtonVariant, string>> = {
  // The transparent edge shows where a person has chosen colors of their own (forced colors).
  main: 'border-transparent bg-seal text-on-seal hover:bg-seal-pressed active:bg-seal-pressed aria-disabled:bg-sunk aria-disabled:text-soft',
  quiet:
    'border-edge bg-sheet text-ink hover:bg-sunk active:bg-sunk aria-disabled:border-line aria-disabled:bg-transparent aria-disabled:text-soft',
  danger:
    'border-red bg-sheet text-red hover:bg-red-tint active:bg-red-tint aria-disabled:border-line aria-disabled:bg-transparent aria-disabled:text-soft',
  bare: 'border-transparent text-seal underline decoration-1 underline-offset-4 hover:bg-sunk active:bg-sunk aria-disabled:text-soft aria-disabled:no-underline',
}

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'onBlur'> {
  look?: ButtonVariant
  /** Written smaller, beside what it is about; there is as much of it to touch. */
  small?: boolean
  /** Why it cannot be pressed now; shown beneath it and read out with it. It stays reachable by keyboard. */
  disabledReason?: string | undefined
  /** Shown in place of the label while what it began is under way; the button keeps its size and does nothing. */
  busyLabel?: string | undefined
}

/** A button. It is pressed only when nothing hinders it, so that handlers need no check of their own. */
export function Button({
  look = 'quiet',
  small = false,
  disabledReason,
  busyLabel,
  onClick,
  className = '',
  children,
  ...rest
}: ButtonProps) {
  const reasonId = useId()
  const pressed = useRef('')
  const idle = disabledReason !== undefined || busyLabel !== undefined
  // The busy state is drawn in a later task, so a second press before that is dropped, unless the label has changed:
  // a browser may handle the next key before the timer.
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    const label = event.currentTarget.textContent
    if (idle || pressed.current === label) return event.preventDefault()
    pressed.current = label
    try {
      onClick?.(event)
    } finally {
      setTimeout(() => (pressed.current = ''))
    }
  }
  const button = (
    <button
      type="button"
      {...rest}
      className={`${shape} ${small ? 'text-small' : 'text-body'} ${variantClasses[look]} ${className}`}
      aria-disabled={idle || undefined}
      aria-busy={busyLabel !== undefined || undefined}
      aria-describedby={disabledReason === undefined ? rest['aria-describedby'] : reasonId}
      onClick={press}
      // A person who returns to the button, as after closing a dialog, can press it again.
      onBlur={() => (pressed.current = '')}
    >
      <ButtonLabel hidden={busyLabel !== undefined}>{children}</ButtonLabel>
      {busyLabel !== undefined && <ButtonLabel hidden={false}>{busyLabel}</ButtonLabel>}
    </button>
  )
  if (disabledReason === undefined) return button
  return (
    <span className="inline-grid justify-items-start gap-1">
      {button}
      <span id={reasonId} className="text-caption text-soft">
        {disabledReason}
      </span>
    </span>
  )
}

/** A link that looks like a button, for actions that lead to another page. */
export function ButtonLink({
  look = 'quiet',
  className = '',
  children,
  ...rest
}: ComponentProps<'a'> & { look?: ButtonVariant }) {
  return (
    <a {...rest} className={`${shape} text-body ${variantClasses[look]} ${className}`}>
      {children}
    </a>
  )
}

/** Both labels lie in one grid cell, so that the button is as wide as the wider one. */
function ButtonLabel({ hidden, children }: { hidden: boolean; children: ReactNode }) {
  return <span className={`col-start-1 row-start-1 ${hidden ? 'invisible' : ''}`}>{children}</span>
}
