// Where the palette opens: a dialog at the top of the page, into which it is fetched with its words when it is first opened. Nothing of it is
// loaded before.
import { useState } from 'react'
import { useModal } from '../../../ui/Dialog.tsx'
import { LatePart } from '../../../ui/LatePart.tsx'
import { useLate } from '../../../ui/use-late.ts'
import { useChapter } from '../../../words/use-words.ts'
import { PaletteField } from './PaletteField.tsx'

const loadPalette = async () => (await import('./Palette.tsx')).Palette
const chapters = ['adminPalette', 'adminActivity', 'adminSettings'] as const

export function LatePalette({ onClose }: { onClose: () => void }) {
  const words = useChapter('admin').keys
  const dialog = useModal()
  const load = useLate(loadPalette, chapters)
  const [typed, setTyped] = useState('')
  return (
    <dialog
      ref={dialog}
      aria-label={words.search}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // What lies outside of its content is the dialog itself: beside it is the page, which it covers.
      onPointerDown={(event) => event.target === dialog.current && onClose()}
      className="mx-auto mt-[8dvh] mb-auto w-[calc(100%-1.5rem)] max-w-[36rem] overflow-hidden rounded-sheet border border-line bg-sheet p-0 text-body text-ink backdrop:bg-shade/60"
    >
      <LatePart
        load={load}
        // Whoever types on at once loses no letter: a dialog that opens gives its first field the focus.
        meanwhile={<PaletteField aria-label={words.search} value={typed} onChange={setTyped} />}
      >
        {(Palette) => <Palette typed={typed} onType={setTyped} onClose={onClose} />}
      </LatePart>
    </dialog>
  )
}
