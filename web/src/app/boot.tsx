// What every document does first: choose the language, fetch its messages together with the screen, and draw the page once
// both are there; and what it does last, where it cannot go on (the root's error boundary).
import { StrictMode } from 'react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import './tolerate-translation.ts'
import { Announcer } from '../ui/Announcer.tsx'
import { endPage, watchParts } from '../api/page-fault.ts'
import { applySiteAccent } from '../api/branding.ts'
import type { MessageFile } from '../i18n/language.ts'
import { askedLanguage, chooseLanguage, loadMessages, rememberedLanguage } from '../i18n/language.ts'
import { LanguageProvider } from '../i18n/LanguageProvider.tsx'

/**
 * @param page what to draw, or the promise of it
 * @param more the messages that it needs besides those of every page
 */
export async function boot(page: ReactNode | Promise<ReactNode>, more: readonly MessageFile[]): Promise<void> {
  const files = ['common', ...more] as const
  const language = chooseLanguage(askedLanguage(location.search) ?? rememberedLanguage(), navigator.languages)
  document.documentElement.lang = language
  applySiteAccent()
  // Where a document has no such element, React says so. What cannot be drawn ends the page, and is taken away by then.
  const root = createRoot(document.querySelector('#root') as Element, { onUncaughtError: endPage })
  watchParts((error) => {
    root.unmount()
    endPage(error)
  })
  try {
    const [messages, content] = await Promise.all([loadMessages(language, files), page])
    root.render(
      <StrictMode>
        <LanguageProvider language={language} messages={messages} files={files}>
          <Announcer>{content}</Announcer>
        </LanguageProvider>
      </StrictMode>,
    )
  } catch (error) {
    endPage(error)
  }
}
