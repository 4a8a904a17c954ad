// Asks before something that cannot be undone. The browser's own dialog element keeps the focus inside, gives it back
// afterwards and closes on Escape.
import { useId, useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { useWords } from '../words/use-words.ts'

interface ConfirmDialogProps {
  title: string
  children: ReactNode
  confirmLabel: string
  onConfirm: () => void
  onCancel: () => void
}

/** A question with two answers. Shown for as long as it is part of the page. */
export function ConfirmDialog({ title, children, confirmLabel, onConfirm, onCancel }: ConfirmDialogProps) {
  const words = useWords()
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()

  // A layout effect, because its end comes before the element leaves the page: only an open dialog that is closed gives
  // the focus back to where it was.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element?.open) element?.showModal()
    return () => element?.close()
  }, [])

  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      className="m-auto w-[calc(100%-2.5rem)] max-w-md rounded-sheet border border-line bg-sheet p-6 text-ink backdrop:bg-shade/60"
      onCancel={(event) => {
        event.preventDefault()
        onCancel()
      }}
    >
      <div className="grid gap-4">
        <h2 id={heading} className="text-lead">
          {title}
        </h2>
        <div className="text-soft">{children}</div>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onCancel}>{words.ui.cancel}</Button>
          <Button look="danger" onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </div>
      </div>
    </dialog>
  )
}
