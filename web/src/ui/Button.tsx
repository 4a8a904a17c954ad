import { useId, useRef } from 'react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'

export type ButtonVariant = 'main' | 'quiet' | 'danger' | 'bare'

const shape =
  'inline-grid min-h-11 border items-center justify-center rounded-control px-4 py-2 text-center leading-snug font-semibold ' +
  'no-underline transition-colors select-none aria-disabled:cursor-not-allowed'

const variantClasses: Readonly<Record<ButtonVariant, string>> = {
  // The transparent border becomes visible in forced-colors mode.
  main: 'border-transparent bg-seal text-on-seal hover:bg-seal-pressed active:bg-seal-pressed aria-disabled:bg-sunk aria-disabled:text-soft',
  quiet:
    'border-edge bg-sheet text-ink hover:bg-sunk active:bg-sunk aria-disabled:border-line aria-disabled:bg-transparent aria-disabled:text-soft',
  danger:
    'border-red bg-sheet text-red hover:bg-red-tint active:bg-red-tint aria-disabled:border-line aria-disabled:bg-transparent aria-disabled:text-soft',
  bare: 'border-transparent text-seal underline decoration-1 underline-offset-4 hover:bg-sunk active:bg-sunk aria-disabled:text-soft aria-disabled:no-underline',
}

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled' | 'onBlur'> {
  look?: ButtonVariant
  small?: boolean
  /** Why the button is disabled, shown below it and announced. The button stays focusable. */
  disabledReason?: string | undefined
  /** Replaces the label during an action; the button keeps its size and ignores clicks. */
  busyLabel?: string | undefined
}

/** `onClick` runs only if the button is enabled, so handlers need no check. */
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
  // Ignores a second click before the busy state is rendered. If the label has changed already, the
  // click is accepted, because a browser may handle the next key before the timer.
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

/** Both labels share a grid cell, so that the button is as wide as its wider label. */
function ButtonLabel({ hidden, children }: { hidden: boolean; children: ReactNode }) {
  return <span className={`col-start-1 row-start-1 ${hidden ? 'invisible' : ''}`}>{children}</span>
}
