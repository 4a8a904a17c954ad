// Gives a whole page its language. The first words are loaded before anything is drawn, so that no page appears in one
// language and changes to another.
import { useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { siteBranding } from '../ui/branding.ts'
import { loadChapters, loadWords, localeOf, rememberLanguage } from './language.ts'
import type { Language, LoadedWords } from './language.ts'
import type { WordsFile } from './shape.ts'
import { SpeechContext } from './use-words.ts'

interface WordsProviderProps {
  /** The language to begin with, and its words. */
  first: LoadedWords & { language: Language }
  /** What the page needs beside the words of every page from the start. */
  chapters: readonly WordsFile[]
  children: ReactNode
}

export function WordsProvider({ first, chapters, children }: WordsProviderProps) {
  const [spoken, setSpoken] = useState({ ...first, files: new Set(chapters) as ReadonlySet<WordsFile> })

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
        loadWords(language, [...spoken.files]).then(
          (loaded) => setSpoken({ language, files: spoken.files, ...loaded }),
          () => undefined,
        )
      },
      need: async (file: WordsFile) => {
        const words = await loadChapters(spoken.language, [file])
        // Where another language was chosen meanwhile, the page asks again for its words; what is there already stays as it is.
        setSpoken((now) => {
          const isWanted = now.language === spoken.language && !now.files.has(file)
          return isWanted
            ? { ...now, files: new Set([...now.files, file]), chapters: { ...now.chapters, ...words } }
            : now
        })
      },
    }),
    [spoken],
  )
  return <SpeechContext value={speech}>{children}</SpeechContext>
}
