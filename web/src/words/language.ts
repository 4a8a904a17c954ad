// Which language a page speaks: the one that the person chose here before, otherwise the first one of the browser's
// list that exists here, otherwise English. A language is loaded only when it is spoken.
import type { ChapterName, Chapters, Words } from './shape.ts'

export type Language = 'en' | 'de'

export const languages: readonly Language[] = ['en', 'de']

/** Words as they were loaded: those of every page, and the chapter that this one asked for. */
export interface LoadedWords {
  words: Words
  chapters: Partial<Chapters>
}

type Loaders = { words: () => Promise<Words> } & { [Name in ChapterName]: () => Promise<Pick<Chapters, Name>> }

const loaders: Readonly<Record<Language, Loaders>> = {
  en: {
    words: async () => (await import('./en.ts')).en,
    entrance: () => import('./en/entrance.ts'),
    account: () => import('./en/account.ts'),
  },
  de: {
    words: async () => (await import('./de.ts')).de,
    entrance: () => import('./de/entrance.ts'),
    account: () => import('./de/account.ts'),
  },
}

/** Fetches the words of a language: those of every page, and one chapter where the page needs it. */
export async function loadWords(language: Language, chapter: ChapterName | null): Promise<LoadedWords> {
  const load = loaders[language]
  const [words, chapters] = await Promise.all([load.words(), chapter === null ? {} : load[chapter]()])
  return { words, chapters }
}

/**
 * Chooses the language.
 * @param chosen what the person chose before, if anything
 * @param preferred the browser's list, such as `navigator.languages`
 */
export function chooseLanguage(chosen: string | null, preferred: readonly string[]): Language {
  for (const tag of chosen === null ? preferred : [chosen, ...preferred]) {
    const language = languages.find((known) => known === tag.toLowerCase().split('-')[0])
    if (language) return language
  }
  return 'en'
}

/**
 * The locale that dates and numbers are written in: the person's own variety of the language, such as `en-GB`, where
 * the browser names one.
 */
export function localeOf(language: Language, preferred: readonly string[]): string {
  return preferred.find((tag) => tag.toLowerCase().split('-')[0] === language) ?? language
}

const storageKey = 'countersign.language'

/** The language that was chosen in this browser, or null; also where the browser refuses to keep anything. */
export function rememberedLanguage(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

/** Keeps a choice for the next visit, where the browser allows it. */
export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(storageKey, language)
  } catch {
    // A browser that keeps nothing asks again next time; the choice holds for this page.
  }
}
