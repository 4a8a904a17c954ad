// Lazy loading (code splitting): a part of the proof that few need, with its words, fetched when it is first shown. Where it cannot be had,
// there is a way to try again.
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { ClientProblemCode } from '../exchange.ts'
import { partProblemCode, retryPart } from '../load-part.ts'
import { useAnnounce } from '../ui/Announcer.tsx'
import { errorWords } from '../ui/problem-words.ts'
import type { LateChapter } from '../words/shape.ts'
import { useSpeech } from '../words/use-words.ts'
import { StalledPanel } from './StalledPanel.tsx'

interface LateProps<Part> {
  /** Fetches it; the same function every time. */
  load: () => Promise<Part>
  /** Its words. */
  chapter: LateChapter
  /** What is there without it. */
  instead?: ReactNode
  /** What is there while it is fetched, where nothing is there without it. */
  placeholder?: ReactNode
  /** The way back, beside trying again. */
  back?: ReactNode
  children: (part: Part) => ReactNode
}

export function Late<Part>({ load, chapter, instead, placeholder, back, children }: LateProps<Part>) {
  const { words, chapters, need } = useSpeech()
  const announce = useAnnounce()
  const [loaded, setLoaded] = useState<{ part: Part } | ClientProblemCode | null>(null)
  const isNeeded = loaded === null
  useEffect(() => {
    if (isNeeded)
      Promise.all([load(), need(chapter)]).then(
        ([part]) => setLoaded({ part }),
        () => setLoaded(partProblemCode()),
      )
  }, [isNeeded, load, need, chapter])
  const code = typeof loaded === 'string' ? loaded : null
  const { title, action: text } = (code && errorWords(words, code)) ?? words.ui.unknownError
  const hasFailed = code !== null && instead === undefined
  useEffect(() => {
    if (hasFailed) announce(`${title} ${text}`)
  }, [hasFailed, title, text, announce])
  if (hasFailed) {
    const again = () => retryPart(() => setLoaded(null))
    return (
      <>
        <StalledPanel
          phase={{ at: 'unreachable', retryAt: 0 }}
          sentences={{ title, text }}
          look={null}
          onProceed={again}
          onBack={again}
        />
        {back}
      </>
    )
  }
  if (typeof loaded === 'object' && loaded && chapters[chapter]) return children(loaded.part)
  return (
    instead ?? (
      <>
        {placeholder}
        {back}
      </>
    )
  )
}
