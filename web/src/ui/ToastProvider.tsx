// Toasts disappear, unless they are in use, are pending or have an action (WCAG 2.2 §2.2.1).
import { useCallback, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { SignedInPageIcon } from './SignedInPageIcon.tsx'
import { useAnnounce } from './ScreenReaderAnnouncer.tsx'
import { Button } from './Button.tsx'
import { focusPageHeading } from './focus-page-heading.ts'
import { ToastContext } from './toast-context.ts'
import type { ShowToastFunction, ToastOptions } from './toast-context.ts'
import { useTranslations } from 'use-intl'

const toastDurationMs = 12_000

export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ toast: ToastOptions; turn: number } | null>(null)
  const announce = useAnnounce()
  const show = useCallback<ShowToastFunction>(
    (toast) => {
      // Progress updates do not reopen a toast that was closed, and they are not announced.
      if (toast.isUpdate) return setShown((before) => (before?.toast.isPending ? { ...before, toast } : before))
      setShown((before) => ({ toast, turn: (before?.turn ?? 0) + 1 }))
      announce(toast.text)
    },
    [announce],
  )
  return (
    <ToastContext value={show}>
      {children}
      {shown && <ToastBox key={shown.turn} toast={shown.toast} onClose={() => setShown(null)} />}
    </ToastContext>
  )
}

function ToastBox({ toast: { text, action, isPending }, onClose }: { toast: ToastOptions; onClose: () => void }) {
  const t = useTranslations()
  const [isHeld, setIsHeld] = useState(false)
  const leaveFocus = () => setTimeout(() => document.activeElement === document.body && focusPageHeading())
  const close = () => {
    onClose()
    leaveFocus()
  }
  const waits = action !== undefined || isPending || isHeld
  useEffect(() => {
    if (waits) return
    const timer = setTimeout(onClose, toastDurationMs)
    return () => clearTimeout(timer)
  }, [waits, onClose])
  return (
    <div
      role="presentation"
      className="fixed inset-x-3 bottom-20 z-20 mx-auto max-w-[34rem] rounded-sheet border border-edge bg-sheet py-1.5 pr-1.5 pl-4 text-ink md:bottom-4"
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    >
      <div role="group" aria-label={text} className="flex items-center gap-2">
        <p className="min-w-0 flex-1 text-small [overflow-wrap:anywhere]">{text}</p>
        {action && (
          <Button
            small
            onClick={() => {
              action.onPress()
              leaveFocus()
            }}
          >
            {action.label}
          </Button>
        )}
        <button
          type="button"
          aria-label={t('ui.close')}
          title={t('ui.close')}
          onClick={close}
          className="grid size-11 shrink-0 place-items-center rounded-control text-soft transition-colors hover:bg-sunk hover:text-ink"
        >
          <SignedInPageIcon name="close" />
        </button>
      </div>
    </div>
  )
}
