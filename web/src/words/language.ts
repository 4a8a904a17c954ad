// Locale negotiation, which language a page speaks: the one that the address asks for, otherwise the one that the person chose here before,
// otherwise the first one of the browser's list that exists here, otherwise the first that is offered. One is loaded only when it is
// spoken.
import { languages as allLanguages } from '@countersign/api/languages'
import type { Language } from '@countersign/api/languages'
import { siteBranding } from '../ui/branding.ts'
import { fileOf } from './files.ts'
import type { ChapterName, Chapters, Words, WordsFile } from './shape.ts'

export type { Language }

/** Those that this site offers. */
export const languages: readonly Language[] = siteBranding?.languages ?? allLanguages

/** Words as they were loaded: those of every page, and the chapters that this one asked for. */
export interface LoadedWords {
  words: Words
  chapters: Partial<Chapters>
}

/** The one place that fetches words. A build has these files apart from all others, under names that say which they are (emit-words.ts). */
const importWords = (language: Language, file: string): Promise<object> => import(`./${language}/${file}.ts`)

/** Fetches chapters alone: each from the file that is named after it, or those that a page begins with from one. */
export async function loadChapters<Name extends WordsFile>(
  language: Language,
  names: readonly Name[],
): Promise<Pick<Chapters, Extract<Name, ChapterName>>> {
  return Object.assign({}, ...(await Promise.all(names.map((name) => importWords(language, fileOf(name))))))
}

/** Fetches the words of a language: those of every page, and the chapters that this page needs. */
export async function loadWords(language: Language, names: readonly WordsFile[]): Promise<LoadedWords> {
  const [words, chapters] = await Promise.all([
    importWords(language, 'common') as Promise<Words>,
    loadChapters(language, names) as Promise<Partial<Chapters>>,
  ])
  return { words, chapters }
}

/** The language that the address asks for, which holds for this page alone; null where it asks for none that exists here. */
export function askedLanguage(search: string): Language | null {
  const asked = new URLSearchParams(search).get('lang')
  return languages.find((known) => known === asked) ?? null
}

/**
 * Chooses the language.
 * @param chosen what the address asks for or the person chose before, if anything
 * @param preferred the browser's list, such as `navigator.languages`
 */
export function chooseLanguage(chosen: string | null, preferred: readonly string[]): Language {
  for (const tag of chosen === null ? preferred : [chosen, ...preferred]) {
    const language = languages.find((known) => known === tag.toLowerCase().split('-')[0])
    if (language) return language
  }
  return languages[0] ?? 'en'
}

/**
 * The locale that dates and numbers are written in: the person's own variety of the language, such as `en-GB`, where
 * the browser names one. What is no language tag (BCP 47) is passed over: browsers that were started without a locale
 * name such, and a date cannot be written in one.
 */
export function localeOf(language: Language, preferred: readonly string[]): string {
  for (const tag of preferred) {
    try {
      if (new Intl.Locale(tag).language === language) return tag
    } catch {
      continue
    }
  }
  return language
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
