// The heading of what the sign-in screen shows now. It can take the focus, so that after a change the keyboard and the
// screen reader go on from where the new words are.
import type { Ref } from 'react'

/** @param ref given where the heading is to be focused */
export function FocusablePanelHeading({
  title,
  className = '',
  ref,
}: {
  title: string
  className?: string
  ref?: Ref<HTMLHeadingElement>
}) {
  return (
    <h2 ref={ref} tabIndex={-1} data-stage-heading="" className={`text-lead outline-none ${className}`}>
      {title}
    </h2>
  )
}

/** Moves the focus to the heading of what is shown now. */
export function focusPanelHeading(stage: HTMLElement | null): void {
  stage?.querySelector<HTMLElement>('[data-stage-heading]')?.focus({ preventScroll: false })
}
