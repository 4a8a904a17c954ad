// Where the palette opens: a dialog at the top of the page, into which it is fetched with its words when it is first opened. Nothing of it is
// loaded before.
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { LatePart } from '../../../ui/LatePart.tsx'
import { useChapter, useSpeech } from '../../../words/use-words.ts'

export function LatePalette({ onClose }: { onClose: () => void }) {
  const { need } = useSpeech()
  const words = useChapter('admin').keys
  const dialog = useRef<HTMLDialogElement>(null)
  const latest = useRef(need)
  useEffect(() => {
    latest.current = need
  }, [need])
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element?.open) element?.showModal()
    // Closing gives the focus back to where it was.
    return () => element?.close()
  }, [])
  const load = useCallback(async () => {
    const [{ Palette }] = await Promise.all([
      import('./Palette.tsx'),
      latest.current('adminPalette'),
      latest.current('adminActivity'),
    ])
    return Palette
  }, [])
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
      <LatePart load={load}>{(Palette) => <Palette onClose={onClose} />}</LatePart>
    </dialog>
  )
}
