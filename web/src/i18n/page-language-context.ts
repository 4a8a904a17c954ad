// How a component learns which language the page speaks, and changes it. Its messages are those of useTranslations (use-intl).
import { createContext, useContext } from 'react'
import type { SiteBranding } from '@countersign/api/site-branding-types'
import type { InterfaceLanguage, TranslationFileName } from './browser-language-negotiation.ts'

export interface PageLanguageContextValue {
  language: InterfaceLanguage
  /** How the site presents itself; null where that is as nothing but what it is. */
  site: SiteBranding | null
  /** For `Intl`: the person's variety of the language. */
  locale: string
  setLanguage: (language: InterfaceLanguage) => void
  /** The files that the messages came from. */
  files: ReadonlySet<TranslationFileName>
  /** Fetches messages that the page turns out to need after all. Rejects where they cannot be had. */
  loadMessageFile: (file: TranslationFileName) => Promise<void>
}

export const PageLanguageContext = createContext<PageLanguageContextValue | null>(null)

/** The language of the page and how to change it. */
export function usePageLanguage(): PageLanguageContextValue {
  const language = useContext(PageLanguageContext)
  if (!language) throw new Error('There is no LanguageProvider.')
  return language
}
