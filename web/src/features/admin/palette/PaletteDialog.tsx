// The dialog of the palette. The palette is fetched with its messages when it is first opened.
import { useState } from 'react'
import { lazy } from '../../../ui/lazy.tsx'
import { useModal } from '../../../ui/Dialog.tsx'
import { useTranslations } from 'use-intl'
import { PaletteField } from './PaletteField.tsx'

const Palette = lazy(async () => (await import('./Palette.tsx')).Palette, {
  messages: ['admin-screens'],
  // Letters that are typed before it arrives are kept: a dialog gives its first field the focus.
  Placeholder: ({ typed, onType }) => (
    <PaletteField aria-label={useTranslations()('admin.keys.search')} value={typed} onChange={onType} />
  ),
})

export function PaletteDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations()
  const dialog = useModal()
  const [typed, setTyped] = useState('')
  return (
    <dialog
      ref={dialog}
      aria-label={t('admin.keys.search')}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // What lies outside of its content is the dialog itself: beside it is the page, which it covers.
      onPointerDown={(event) => event.target === dialog.current && onClose()}
      className="mx-auto mt-[8dvh] mb-auto w-[calc(100%-1.5rem)] max-w-[36rem] overflow-hidden rounded-sheet border border-line bg-sheet p-0 text-body text-ink backdrop:bg-shade/60"
    >
      <Palette typed={typed} onType={setTyped} onClose={onClose} />
    </dialog>
  )
}
