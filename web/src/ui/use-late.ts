// Fetches a part of a page (code splitting) together with the words that it needs.
import { useCallback, useEffect, useRef } from 'react'
import type { LateChapter } from '../words/shape.ts'
import { useSpeech } from '../words/use-words.ts'

/**
 * @param load the same function every time, as are the chapters
 * @returns for `LatePart`: the same function every time, whatever words arrive meanwhile
 */
export function useLate<Part>(load: () => Promise<Part>, chapters: readonly LateChapter[]): () => Promise<Part> {
  const { need } = useSpeech()
  // The function is another one after each chapter that arrives; the fetching of one part is begun once.
  const latest = useRef(need)
  useEffect(() => {
    latest.current = need
  }, [need])
  return useCallback(async () => {
    const [part] = await Promise.all([load(), ...chapters.map((chapter) => latest.current(chapter))])
    return part
  }, [load, chapters])
}
