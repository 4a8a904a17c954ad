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
      className="sticky bottom-16 z-10 grid gap-2 rounded-sheet border border-edge bg-sheet px-4 py-3 shadow-lg md:bottom-3"
    >
      {children}
      <div className="flex flex-wrap items-start gap-3">
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
