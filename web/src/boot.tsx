// What every document does first: choose the language, fetch its words together with the screen, and draw the page once
// both are there; and what it does last, where it cannot go on (the root's error boundary).
import { StrictMode } from 'react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import './tolerate-translation.ts'
import { Announcer } from './ui/Announcer.tsx'
import { endPage, watchParts } from './page-fault.ts'
import { applySiteAccent } from './ui/branding.ts'
import type { WordsFile } from './words/shape.ts'
import { askedLanguage, chooseLanguage, loadWords, rememberedLanguage } from './words/language.ts'
import { WordsProvider } from './words/WordsProvider.tsx'

/**
 * @param page what to draw, or the promise of it
 * @param chapters the words that it needs beside those of every page
 */
export async function boot(page: ReactNode | Promise<ReactNode>, chapters: readonly WordsFile[]): Promise<void> {
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
    const [loaded, content] = await Promise.all([loadWords(language, chapters), page])
    root.render(
      <StrictMode>
        <WordsProvider first={{ language, ...loaded }} chapters={chapters}>
          <Announcer>{content}</Announcer>
        </WordsProvider>
      </StrictMode>,
    )
  } catch (error) {
    endPage(error)
  }
}
