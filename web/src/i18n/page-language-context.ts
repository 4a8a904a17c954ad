import { createContext, useContext } from 'react'
import type { SiteBranding } from '@countersign/api/site-branding-types'
import type { InterfaceLanguage, TranslationFileName } from './browser-language-negotiation.ts'

export interface PageLanguageContextValue {
  language: InterfaceLanguage
  /** Null if the site has no branding. */
  site: SiteBranding | null
  /** The person's regional variant, for `Intl`. */
  locale: string
  setLanguage: (language: InterfaceLanguage) => void
  files: ReadonlySet<TranslationFileName>
  /** Loads another file of messages; rejects on failure. */
  loadMessageFile: (file: TranslationFileName) => Promise<void>
}

export const PageLanguageContext = createContext<PageLanguageContextValue | null>(null)

export function usePageLanguage(): PageLanguageContextValue {
  const language = useContext(PageLanguageContext)
  if (!language) throw new Error('There is no LanguageProvider.')
  return language
}
