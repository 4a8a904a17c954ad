// Locale negotiation, which language a page speaks: the one that the address asks for, otherwise the one that the person chose here before,
// otherwise the first one of the browser's list that exists here, otherwise the first that is offered. Its messages are fetched only when it
// is spoken.
import { interfaceLanguages as allLanguages } from '@countersign/api/interface-languages'
import type { InterfaceLanguage } from '@countersign/api/interface-languages'
import type { DeepPartial } from './ui-translation-functions.ts'
import { siteBranding } from '../api/apply-site-branding.ts'
import type { Messages } from './messages.generated.d.ts'

export type { InterfaceLanguage }

/** Those that this site offers. */
export const offeredLanguages: readonly InterfaceLanguage[] = siteBranding?.languages ?? allLanguages

/** The files of messages (i18n/messages) that pages fetch: one for each page, and one for what several of them or only some visitors need. */
export type TranslationFileName =
  | 'account'
  | 'account-screens'
  | 'admin'
  | 'admin-screens'
  | 'common'
  | 'consent'
  | 'device'
  | 'inspector'
  | 'message-errors'
  | 'person'
  | 'public'
  | 'sign-in'

export type LoadedTranslations = DeepPartial<Messages>

/** The one place that fetches messages. A build has these files apart from all code (web/compile-translations.ts). */
const importMessageFile = (
  language: InterfaceLanguage,
  file: TranslationFileName,
): Promise<{ default: LoadedTranslations }> => import(`./messages/${language}/${file}.json`)

/** Fetches the messages of some files in one language. */
export async function loadTranslations(
  language: InterfaceLanguage,
  files: readonly TranslationFileName[],
): Promise<LoadedTranslations> {
  const loaded = await Promise.all(files.map((file) => importMessageFile(language, file)))
  return loaded.map((file) => file.default).reduce(mergeTranslations, {})
}

/** The files have nothing in common but the texts of errors, of which several have some. */
export function mergeTranslations(some: LoadedTranslations, more: LoadedTranslations): LoadedTranslations {
  const errors: Record<string, object> = { ...some.errors }
  for (const [group, texts] of Object.entries(more.errors ?? {})) errors[group] = { ...errors[group], ...texts }
  return { ...some, ...more, errors }
}

/** The language that the address asks for, which holds for this page alone; null where it asks for none that exists here. */
export function parseLanguageParameter(search: string): InterfaceLanguage | null {
  const asked = new URLSearchParams(search).get('lang')
  return offeredLanguages.find((known) => known === asked) ?? null
}

/**
 * Chooses the language.
 * @param chosen what the address asks for or the person chose before, if anything
 * @param preferred the browser's list, such as `navigator.languages`
 */
export function chooseLanguage(chosen: string | null, preferred: readonly string[]): InterfaceLanguage {
  for (const tag of chosen === null ? preferred : [chosen, ...preferred]) {
    const language = offeredLanguages.find((known) => known === tag.toLowerCase().split('-')[0])
    if (language) return language
  }
  return offeredLanguages[0] ?? 'en'
}

/**
 * The locale that dates and numbers are written in: the person's own variety of the language, such as `en-GB`, where
 * the browser names one. What is no language tag (BCP 47) is passed over: browsers that were started without a locale
 * name such, and a date cannot be written in one.
 */
export function chooseLocale(language: InterfaceLanguage, preferred: readonly string[]): string {
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
export function readStoredLanguage(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

/** Keeps a choice for the next visit, where the browser allows it. */
export function storeLanguage(language: InterfaceLanguage): void {
  try {
    localStorage.setItem(storageKey, language)
  } catch {
    // A browser that keeps nothing asks again next time; the choice holds for this page.
  }
}
