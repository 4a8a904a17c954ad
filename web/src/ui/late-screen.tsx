// A screen that is fetched together with its words when it is first opened, so that nobody loads all of the account or the
// administration to see one area of it. Once it is there it is drawn at once: who goes back finds the page as high as it was.
import { useCallback, useEffect, useRef } from 'react'
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
    const Known = loaded
    if (Known !== null && chapters.every((chapter) => known[chapter] !== undefined)) return <Known />
    return <LatePart load={loadAll}>{(Screen) => <Screen />}</LatePart>
  }
}
