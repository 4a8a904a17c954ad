import type { Ref } from 'react'

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

export function focusPanelHeading(stage: HTMLElement | null): void {
  stage?.querySelector<HTMLElement>('[data-stage-heading]')?.focus({ preventScroll: false })
}
