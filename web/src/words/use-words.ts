// Internationalisation (i18n): how a component comes by its words (the translations) and by the language that it speaks.
import { createContext, useContext } from 'react'
import type { SiteBranding } from '@countersign/api/branding'
import type { Language, LoadedWords } from './language.ts'
import type { ChapterName, Chapters, Words, WordsFile } from './shape.ts'

/** What is spoken on this page, and how to change it. */
export interface Speech extends LoadedWords {
  language: Language
  /** How the site presents itself; null where that is as nothing but what it is. */
  site: SiteBranding | null
  /** For `Intl`: the person's variety of the language. */
  locale: string
  speak: (language: Language) => void
  /** The files that its words came from. */
  files: ReadonlySet<WordsFile>
  /** Fetches words that the page turns out to need after all. Rejects where they cannot be had. */
  need: (file: WordsFile) => Promise<void>
}

export const SpeechContext = createContext<Speech | null>(null)

/** The language, its words and how to change it. */
export function useSpeech(): Speech {
  const speech = useContext(SpeechContext)
  if (!speech) throw new Error('No words')
  return speech
}

/** The words of the language that is spoken. */
export function useWords(): Words {
  return useSpeech().words
}

/** The words of a chapter, on a page that asked for it before. */
export function useChapter<Name extends ChapterName>(name: Name): Chapters[Name] {
  const chapter = useSpeech().chapters[name]
  if (!chapter) throw new Error('No words: ' + name)
  return chapter
}
