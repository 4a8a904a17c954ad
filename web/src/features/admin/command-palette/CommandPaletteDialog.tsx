import { useState } from 'react'
import { createLazyComponent } from '../../../ui/lazy-component.tsx'
import { useModalDialog } from '../../../ui/Dialog.tsx'
import { useTranslations } from 'use-intl'
import { CommandPaletteInput } from './CommandPaletteInput.tsx'

const Palette = createLazyComponent(async () => (await import('./CommandPalette.tsx')).CommandPalette, {
  messages: ['admin-screens'],
  // Keeps what the user types before the palette has loaded.
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
      onPointerDown={(event) => event.target === dialog.current && onClose()}
      className="mx-auto mt-[8dvh] mb-auto w-[calc(100%-1.5rem)] max-w-[36rem] overflow-hidden rounded-sheet border border-line bg-sheet p-0 text-body text-ink backdrop:bg-shade/60"
    >
      <Palette typed={typed} onType={setTyped} onClose={onClose} />
    </dialog>
  )
}
