// The dialog of the palette. The palette is fetched with its messages when it is first opened.
import { useState } from 'react'
import { createLazyComponent } from '../../../ui/lazy-component.tsx'
import { useModalDialog } from '../../../ui/Dialog.tsx'
import { useTranslations } from 'use-intl'
import { CommandPaletteInput } from './CommandPaletteInput.tsx'

const Palette = createLazyComponent(async () => (await import('./CommandPalette.tsx')).CommandPalette, {
  messages: ['admin-screens'],
  // Letters that are typed before it arrives are kept: a dialog gives its first field the focus.
  Placeholder: ({ typed, onType }) => (
    <CommandPaletteInput aria-label={useTranslations()('admin.keys.search')} value={typed} onChange={onType} />
  ),
})

export function CommandPaletteDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations()
  const dialog = useModalDialog()
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
