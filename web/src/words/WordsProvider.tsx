// Gives a whole page its language. The first words are loaded before anything is drawn, so that no page appears in one
// language and changes to another.
import { useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { loadWords, localeOf, rememberLanguage } from './language.ts'
import type { Language } from './language.ts'
import type { Words } from './shape.ts'
import { SpeechContext } from './use-words.ts'

/** @param first the language to begin with, and its words */
export function WordsProvider({ first, children }: { first: { language: Language; words: Words }; children: ReactNode }) {
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
        loadWords(language).then((words) => setSpoken({ language, words }), () => undefined)
      },
    }),
    [spoken],
  )
  return <SpeechContext value={speech}>{children}</SpeechContext>
}
