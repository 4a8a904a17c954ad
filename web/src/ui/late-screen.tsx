// A screen that is fetched together with its words when it is first opened, so that nobody loads all of the account or the
// administration to see one area of it. Once it is there it is drawn at once: who goes back finds the page as high as it was.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { FunctionComponent } from 'react'
import { LatePart } from './LatePart.tsx'
import type { ChapterName } from '../words/shape.ts'
import { useSpeech } from '../words/use-words.ts'

/** @param chapters the words that the screen needs beside those of the frame */
export function lateScreen(
  load: () => Promise<FunctionComponent>,
  chapters: readonly ChapterName[],
): FunctionComponent {
  let loaded: FunctionComponent | null = null
  return function LateScreen() {
    const { need, chapters: known } = useSpeech()
    // The function is another one after each chapter that arrives; the fetching of one screen is begun once.
    const latest = useRef(need)
    useEffect(() => {
      latest.current = need
    }, [need])
    // What the page began with is there already.
    const missing = useRef(chapters.filter((chapter) => known[chapter] === undefined))
    const loadAll = useCallback(async () => {
      const [Screen] = await Promise.all([load(), ...missing.current.map((chapter) => latest.current(chapter))])
      loaded = Screen
      return Screen
    }, [])
    // Which of the two it is stays so: another one in its place would begin anew, and lose what somebody has written.
    const [Known] = useState(() => (chapters.every((chapter) => known[chapter] !== undefined) ? loaded : null))
    if (Known !== null) return <Known />
    return <LatePart load={loadAll}>{(Screen) => <Screen />}</LatePart>
  }
}
