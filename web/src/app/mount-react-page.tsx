import { StrictMode } from 'react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import './patch-dom-for-browser-translation.ts'
import { ScreenReaderAnnouncer } from '../ui/ScreenReaderAnnouncer.tsx'
import { replacePageWithErrorPage, watchChunkLoadErrors } from '../api/replace-page-with-error-page.ts'
import { applySiteAccentColors } from '../api/apply-site-branding.ts'
import type { TranslationFileName } from '../i18n/browser-language-negotiation.ts'
import {
  parseLanguageParameter,
  chooseLanguage,
  loadTranslations,
  readStoredLanguage,
} from '../i18n/browser-language-negotiation.ts'
import { LanguageProvider } from '../i18n/LanguageProvider.tsx'

export async function mountReactPage(
  page: ReactNode | Promise<ReactNode>,
  more: readonly TranslationFileName[],
): Promise<void> {
  const files = ['common', ...more] as const
  const language = chooseLanguage(parseLanguageParameter(location.search) ?? readStoredLanguage(), navigator.languages)
  document.documentElement.lang = language
  applySiteAccentColors()
  const root = createRoot(document.querySelector('#root') as Element, { onUncaughtError: replacePageWithErrorPage })
  watchChunkLoadErrors((error) => {
    root.unmount()
    replacePageWithErrorPage(error)
  })
  try {
    const [messages, content] = await Promise.all([loadTranslations(language, files), page])
    root.render(
      <StrictMode>
        <LanguageProvider language={language} messages={messages} files={files}>
          <ScreenReaderAnnouncer>{content}</ScreenReaderAnnouncer>
        </LanguageProvider>
      </StrictMode>,
    )
  } catch (error) {
    replacePageWithErrorPage(error)
  }
}
