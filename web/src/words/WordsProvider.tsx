// Gives a whole page its language. The first words are loaded before anything is drawn, so that no page appears in one
// language and changes to another.
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { siteBranding } from '../ui/branding.ts'
import { loadChapters, loadWords, localeOf, rememberLanguage } from './language.ts'
import type { Language, LoadedWords } from './language.ts'
import type { LateChapter, PageWords } from './shape.ts'
import { SpeechContext } from './use-words.ts'

interface WordsProviderProps {
  /** The language to begin with, and its words. */
  first: LoadedWords & { language: Language }
  /** What the page needs beside the words of every page from the start. */
  chapters: readonly (LateChapter | PageWords)[]
  children: ReactNode
}

export function WordsProvider({ first, chapters, children }: WordsProviderProps) {
  const [spoken, setSpoken] = useState(first)
  const needed = useRef<ReadonlySet<LateChapter | PageWords>>(new Set(chapters))

  useEffect(() => {
    document.documentElement.lang = spoken.language
  }, [spoken])

  const speech = useMemo(
    () => ({
      ...spoken,
      site: siteBranding,
      locale: localeOf(spoken.language, navigator.languages),
      speak: (language: Language) => {
        rememberLanguage(language)
        // Where the other language cannot be loaded, the page stays in the one that it has.
        loadWords(language, [...needed.current]).then(
          (loaded) => setSpoken({ language, ...loaded }),
          () => undefined,
        )
      },
      need: async (chapter: LateChapter) => {
        const words = await loadChapters(spoken.language, [chapter])
        needed.current = new Set([...needed.current, chapter])
        // Where another language was chosen meanwhile, the page asks again for its words; what is there already stays as it is.
        setSpoken((now) => {
          const isWanted = now.language === spoken.language && !(chapter in now.chapters)
          return isWanted ? { ...now, chapters: { ...now.chapters, ...words } } : now
        })
      },
    }),
    [spoken],
  )
  return <SpeechContext value={speech}>{children}</SpeechContext>
}
