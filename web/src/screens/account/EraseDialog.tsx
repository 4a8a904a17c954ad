// The last question before a person is deleted. It is answered by a word, because a click can be a slip.
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useTranslations } from 'use-intl'

export function EraseDialog({ onConfirm, onCancel }: { onConfirm: () => void; onCancel: () => void }) {
  const t = useTranslations()
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const heading = useId()
  const [typed, setTyped] = useState('')
  const [isWrong, setIsWrong] = useState(false)

  // A layout effect, because its end comes before the element leaves the page: only an open dialog that is closed gives
  // the focus back to where it was.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element?.open) element?.showModal()
    field.current?.focus()
    return () => element?.close()
  }, [])

  function confirm() {
    if (typed.normalize('NFC').trim().toLowerCase() === t('myData.erase.word')) return onConfirm()
    setIsWrong(true)
    field.current?.focus()
  }

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
      <form noValidate className="grid gap-4" onSubmit={(event) => (event.preventDefault(), confirm())}>
        <h2 id={heading} className="text-lead">
          {t('myData.erase.confirmTitle')}
        </h2>
        <p className="text-soft">{t('myData.erase.confirmText')}</p>
        <TextField
          ref={field}
          label={t('myData.erase.label', { word: t('myData.erase.word') })}
          fault={isWrong ? t('myData.erase.mismatch', { word: t('myData.erase.word') }) : null}
          value={typed}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => (setIsWrong(false), setTyped(target.value))}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onCancel}>{t('ui.cancel')}</Button>
          <Button type="submit" look="danger">
            {t('myData.erase.confirm')}
          </Button>
        </div>
      </form>
    </dialog>
  )
}
