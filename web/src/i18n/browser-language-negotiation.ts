// The order is: URL, stored choice, languages of the browser, first language of the site.
import { interfaceLanguages as allLanguages } from '@countersign/api/interface-languages'
import type { InterfaceLanguage } from '@countersign/api/interface-languages'
import type { DeepPartial } from './ui-translation-functions.ts'
import { siteBranding } from '../api/apply-site-branding.ts'
import type { Messages } from './messages.generated.d.ts'

export type { InterfaceLanguage }

export const offeredLanguages: readonly InterfaceLanguage[] = siteBranding?.languages ?? allLanguages

export type TranslationFileName =
  | 'account'
  | 'account-screens'
  | 'admin'
  | 'admin-alerts'
  | 'admin-screens'
  | 'common'
  | 'connect-application'
  | 'consent'
  | 'device'
  | 'inspector'
  | 'manual-signing'
  | 'message-errors'
  | 'person'
  | 'preset-texts'
  | 'public'
  | 'refused-requests'
  | 'rehearsal'
  | 'sign-in'

export type LoadedTranslations = DeepPartial<Messages>

/** This is the only import of messages. web/compile-translations.ts replaces it in builds. */
const importMessageFile = (
  language: InterfaceLanguage,
  file: TranslationFileName,
): Promise<{ default: LoadedTranslations }> => import(`./messages/${language}/${file}.json`)

export async function loadTranslations(
  language: InterfaceLanguage,
  files: readonly TranslationFileName[],
): Promise<LoadedTranslations> {
  const loaded = await Promise.all(files.map((file) => importMessageFile(language, file)))
  return loaded.map((file) => file.default).reduce(mergeTranslations, {})
}

/** Only `errors` occurs in several files, so it is merged one level deeper. */
export function mergeTranslations(some: LoadedTranslations, more: LoadedTranslations): LoadedTranslations {
  const errors: Record<string, object> = { ...some.errors }
  for (const [group, texts] of Object.entries(more.errors ?? {})) errors[group] = { ...errors[group], ...texts }
  return { ...some, ...more, errors }
}

/** The parameter applies only to this page. Null if the language is not supported. */
export function parseLanguageParameter(search: string): InterfaceLanguage | null {
  const asked = new URLSearchParams(search).get('lang')
  return offeredLanguages.find((known) => known === asked) ?? null
}

export function chooseLanguage(chosen: string | null, preferred: readonly string[]): InterfaceLanguage {
  for (const tag of chosen === null ? preferred : [chosen, ...preferred]) {
    const language = offeredLanguages.find((known) => known === tag.toLowerCase().split('-')[0])
    if (language) return language
  }
  return offeredLanguages[0] ?? 'en'
}

/** The regional variant, such as `en-GB`. Some browsers report invalid tags (BCP 47). */
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

/** Null if none is stored, or if storage is blocked. */
export function readStoredLanguage(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

export function storeLanguage(language: InterfaceLanguage): void {
  try {
    localStorage.setItem(storageKey, language)
  } catch {}
}
