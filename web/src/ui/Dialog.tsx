// Modal dialogs on the native dialog element, which handles focus and Escape.
import { useId, useLayoutEffect, useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import { SignedInPageIcon } from './SignedInPageIcon.tsx'
import { ScreenReaderAnnouncer } from './ScreenReaderAnnouncer.tsx'
import { Button } from './Button.tsx'
import { useTranslations } from 'use-intl'

/** Shows the dialog while mounted. `first` is the element to focus first. */
export function useModalDialog(first?: RefObject<HTMLElement | null>): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  // The dialog must be closed before its element is removed, to restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    if (!element?.open) element?.showModal()
    first?.current?.focus()
    return () => {
      const restoreScroll = saveScrollPositions(opener)
      element?.close()
      restoreScroll()
    }
  }, [first])
  return dialog
}

/** The browser scrolls to the opener when it gives the focus back, from a sticky bar even to the end of its page. */
function saveScrollPositions(inside: Element | null): () => void {
  const saved: (readonly [Element, number])[] = []
  for (let element = inside; element; element = element.parentElement) saved.push([element, element.scrollTop])
  return () => {
    for (const [element, top] of saved) if (element.scrollTop !== top) element.scrollTo({ top, behavior: 'instant' })
  }
}

// Placed near the top, so that the title stays in place when the content changes.
const dialogClass =
  'mx-auto mt-[4dvh] mb-auto w-[calc(100%-1.5rem)] max-h-[calc(96dvh-0.75rem)] max-w-[30rem] overflow-y-auto ' +
  'rounded-sheet border border-line bg-sheet text-body text-ink backdrop:bg-shade/60'

interface DialogProps {
  title: string
  children: ReactNode
  onClose: () => void
}

/** Dialog with several steps. It announces changes itself, because the page below is inert. */
export function Dialog({ title, children, onClose }: DialogProps) {
  const t = useTranslations()
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  const dialog = useModalDialog(heading)
  // A new title takes the focus, unless the content takes it.
  const shown = useRef(title)
  useLayoutEffect(() => {
    if (shown.current !== title) heading.current?.focus()
    shown.current = title
  }, [title])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className={dialogClass}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <ScreenReaderAnnouncer>
        <div className="flex items-start justify-between gap-3 pt-4 pr-3 pl-4 sm:pl-6">
          <h2 ref={heading} id={id} tabIndex={-1} className="pt-1.5 text-lead outline-none">
            {title}
          </h2>
          <button
            type="button"
            aria-label={t('ui.close')}
            title={t('ui.close')}
            onClick={onClose}
            className="grid size-10 shrink-0 place-items-center rounded-control text-soft transition-colors hover:bg-sunk hover:text-ink pointer-coarse:size-11"
          >
            <SignedInPageIcon name="close" />
          </button>
        </div>
        <div className="grid grid-cols-1 gap-4 px-4 pt-2 pb-6 sm:px-6">{children}</div>
      </ScreenReaderAnnouncer>
    </dialog>
  )
}

interface ConfirmDialogProps {
  title: string
  children: ReactNode
  confirmLabel: string
  onConfirm: () => void
  onCancel: () => void
}

export function ConfirmDialog({ title, children, confirmLabel, onConfirm, onCancel }: ConfirmDialogProps) {
  const t = useTranslations()
  const dialog = useModalDialog()
  const heading = useId()
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      className={dialogClass}
      onCancel={(event) => {
        event.preventDefault()
        onCancel()
      }}
    >
      <div className="grid gap-4 px-4 pt-5.5 pb-6 sm:px-6">
        <h2 id={heading} className="text-lead">
          {title}
        </h2>
        <div className="text-soft">{children}</div>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onCancel}>{t('ui.cancel')}</Button>
          <Button look="danger" onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </div>
      </div>
    </dialog>
  )
}
