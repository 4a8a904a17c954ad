// Gives a whole page its language. The first messages are loaded before anything is drawn, so that no page appears in one
// language and changes to another.
import { useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { IntlProvider } from 'use-intl'
import { siteBranding } from '../api/apply-site-branding.ts'
import { loadTranslations, chooseLocale, mergeTranslations, storeLanguage } from './browser-language-negotiation.ts'
import type { InterfaceLanguage, LoadedTranslations, TranslationFileName } from './browser-language-negotiation.ts'
import { PageLanguageContext } from './page-language-context.ts'

interface LanguageProviderProps {
  /** The language to start with. */
  language: InterfaceLanguage
  messages: LoadedTranslations
  /** Those that the messages came from. */
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
        // Where the other language cannot be loaded, the page stays in the one that it has.
        loadTranslations(language, [...loaded.files]).then(
          (all) => setLoaded({ language, files: loaded.files, messages: all }),
          () => undefined,
        )
      },
      loadMessageFile: async (file: TranslationFileName) => {
        const more = await loadTranslations(loaded.language, [file])
        // Where another language was chosen meanwhile, the page asks again for its messages; what is there already stays as it is.
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
