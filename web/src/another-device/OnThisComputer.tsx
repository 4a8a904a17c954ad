// On the machine that serves the page, no phone can open it: for whoever tries it out, another window stands for the phone.
import { CopyButton } from '../ui/CopyButton.tsx'
import { useChapter } from '../words/use-words.ts'

/** @param link null while there is none to open; its place is kept, so that nothing above it moves */
export function OnThisComputer({ link }: { link: string | null }) {
  const words = useChapter('anotherDevice').local
  return (
    <div
      className={`grid gap-2 rounded-sheet border border-line bg-sunk px-4 py-3 text-small ${link === null ? 'invisible' : ''}`}
    >
      <p>{words.text}</p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <a href={link ?? undefined} target="_blank" rel="noreferrer" className="text-seal underline underline-offset-4">
          {words.open}
        </a>
        <CopyButton small text={link ?? ''} label={words.copy} />
      </div>
    </div>
  )
}
