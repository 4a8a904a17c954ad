// How a component comes by its words and by the language that it speaks.
import { createContext, useContext } from 'react'
import type { Language } from './language.ts'
import type { Words } from './shape.ts'

/** What is spoken on this page, and how to change it. */
export interface Speech {
  language: Language
  /** For `Intl`: the person's variety of the language. */
  locale: string
  words: Words
  speak: (language: Language) => void
}

export const SpeechContext = createContext<Speech | null>(null)

/** The language, its words and how to change it. */
export function useSpeech(): Speech {
  const speech = useContext(SpeechContext)
  if (!speech) throw new Error('A component that speaks must stand inside WordsProvider.')
  return speech
}

/** The words of the language that is spoken. */
export function useWords(): Words {
  return useSpeech().words
}
