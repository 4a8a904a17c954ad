// Messages are loaded before the first render, so that the language never changes visibly.
import { useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { IntlProvider } from 'use-intl'
import { siteBranding } from '../api/apply-site-branding.ts'
import { loadTranslations, chooseLocale, mergeTranslations, storeLanguage } from './browser-language-negotiation.ts'
import type { InterfaceLanguage, LoadedTranslations, TranslationFileName } from './browser-language-negotiation.ts'
import { PageLanguageContext } from './page-language-context.ts'

interface LanguageProviderProps {
  language: InterfaceLanguage
  messages: LoadedTranslations
  files: readonly TranslationFileName[]
  children: ReactNode
}

export function LanguageProvider({ children, files, ...first }: LanguageProviderProps) {
  const [{ messages, ...loaded }, setLoaded] = useState({
    ...first,
    files: new Set(files) as ReadonlySet<TranslationFileName>,
  })
  const locale = chooseLocale(loaded.language, navigator.languages)

  useEffect(() => {
    document.documentElement.lang = loaded.language
  }, [loaded.language])

  const value = useMemo(
    () => ({
      language: loaded.language,
      files: loaded.files,
      site: siteBranding,
      locale,
      setLanguage: (language: InterfaceLanguage) => {
        storeLanguage(language)
        loadTranslations(language, [...loaded.files]).then(
          (all) => setLoaded({ language, files: loaded.files, messages: all }),
          () => undefined,
        )
      },
      loadMessageFile: async (file: TranslationFileName) => {
        const more = await loadTranslations(loaded.language, [file])
        setLoaded((now) =>
          now.language === loaded.language && !now.files.has(file)
            ? { ...now, files: new Set([...now.files, file]), messages: mergeTranslations(now.messages, more) }
            : now,
        )
      },
    }),
    [loaded.language, loaded.files, locale],
  )
  return (
    <PageLanguageContext value={value}>
      <IntlProvider locale={locale} messages={messages}>
        {children}
      </IntlProvider>
    </PageLanguageContext>
  )
}
