// A screen that is fetched together with its words when it is first opened, so that nobody loads all of the account or the
// administration to see one area of it.
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
  return function LateScreen() {
    const { need } = useSpeech()
    // The function is another one after each chapter that arrives; the fetching of one screen is begun once.
    const latest = useRef(need)
    useEffect(() => {
      latest.current = need
    }, [need])
    const loadAll = useCallback(async () => {
      const [Screen] = await Promise.all([load(), ...chapters.map((chapter) => latest.current(chapter))])
      return Screen
    }, [])
    return <LatePart load={loadAll}>{(Screen) => <Screen />}</LatePart>
  }
}
