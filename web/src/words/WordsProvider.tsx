// Gives a whole page its language. The first words are loaded before anything is drawn, so that no page appears in one
// language and changes to another.
import { useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { loadWords, localeOf, rememberLanguage } from './language.ts'
import type { Language, LoadedWords } from './language.ts'
import type { ChapterName } from './shape.ts'
import { SpeechContext } from './use-words.ts'

interface WordsProviderProps {
  /** The language to begin with, and its words. */
  first: LoadedWords & { language: Language }
  /** What the page needs beside the words of every page. */
  chapter: ChapterName | null
  children: ReactNode
}

export function WordsProvider({ first, chapter, children }: WordsProviderProps) {
  const [spoken, setSpoken] = useState(first)

  useEffect(() => {
    document.documentElement.lang = spoken.language
  }, [spoken])

  const speech = useMemo(
    () => ({
      ...spoken,
      locale: localeOf(spoken.language, navigator.languages),
      speak: (language: Language) => {
        rememberLanguage(language)
        // Where the other language cannot be loaded, the page stays in the one that it has.
        loadWords(language, chapter).then((loaded) => setSpoken({ language, ...loaded }), () => undefined)
      },
    }),
    [spoken, chapter],
  )
  return <SpeechContext value={speech}>{children}</SpeechContext>
}
