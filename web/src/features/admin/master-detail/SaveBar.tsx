import { useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { useTranslations } from 'use-intl'

interface SaveBarProps {
  label: string
  busyLabel: string
  isBusy: boolean
  disabledReason?: string | undefined
  /** If absent, the button submits the surrounding form. */
  onSave?: () => void
  undoLabel?: string | undefined
  onUndo?: (() => void) | undefined
  children?: ReactNode
}

export function SaveBar({
  label,
  busyLabel,
  isBusy,
  disabledReason,
  onSave,
  undoLabel,
  onUndo,
  children,
}: SaveBarProps) {
  const t = useTranslations()
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = bar
    const { style } = document.documentElement
    if (!current) return
    const measured = new ResizeObserver(() => style.setProperty('--save-bar', `${current.offsetHeight}px`))
    measured.observe(current)
    return () => {
      measured.disconnect()
      style.removeProperty('--save-bar')
    }
  }, [])
  return (
    <div
      ref={bar}
      role="group"
      aria-label={t('admin.saveBar')}
      // The page must not scroll the bar, which is always in sight, clear of itself.
      className="sticky bottom-16 z-10 flex max-w-full flex-wrap items-center gap-x-4 gap-y-2 justify-self-start rounded-sheet border border-edge bg-sheet p-2 shadow-lg max-sm:w-full md:bottom-3 [&_button]:-scroll-mb-(--bars)"
    >
      {children}
      <div className="flex flex-wrap items-start gap-2">
        <Button
          type={onSave ? 'button' : 'submit'}
          look="main"
          disabledReason={disabledReason}
          busyLabel={isBusy ? busyLabel : undefined}
          onClick={onSave}
        >
          {label}
        </Button>
        {onUndo && <Button onClick={onUndo}>{undoLabel}</Button>}
      </div>
    </div>
  )
}
