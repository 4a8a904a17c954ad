// A screen that is fetched together with its words when it is first opened, so that nobody loads all of the account or the
// administration to see one area of it. Once it is there it is drawn at once: who goes back finds the page as high as it was.
import { useState } from 'react'
import type { FunctionComponent } from 'react'
import { LatePart } from './LatePart.tsx'
import { useLate } from './use-late.ts'
import type { LateChapter } from '../words/shape.ts'
import { useSpeech } from '../words/use-words.ts'

/** @param chapters the words that the screen needs beside those of the frame */
export function lateScreen(
  load: () => Promise<FunctionComponent>,
  chapters: readonly LateChapter[],
): FunctionComponent {
  let loaded: FunctionComponent | null = null
  const loadOnce = async () => (loaded = await load())
  return function LateScreen() {
    const { chapters: known } = useSpeech()
    const loadAll = useLate(loadOnce, chapters)
    // Which of the two it is stays so: another one in its place would begin anew, and lose what somebody has written.
    const [Known] = useState(() => (chapters.every((chapter) => known[chapter] !== undefined) ? loaded : null))
    if (Known !== null) return <Known />
    return <LatePart load={loadAll}>{(Screen) => <Screen />}</LatePart>
  }
}
