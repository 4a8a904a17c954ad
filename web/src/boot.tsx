// What every document does first: choose the language, fetch its words together with the screen, and draw the page once
// both are there.
import { StrictMode } from 'react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { Announcer } from './ui/Announcer.tsx'
import { applySiteAccent } from './ui/branding.ts'
import type { ChapterName } from './words/shape.ts'
import { askedLanguage, chooseLanguage, loadWords, rememberedLanguage } from './words/language.ts'
import { WordsProvider } from './words/WordsProvider.tsx'

/**
 * @param page what to draw, or the promise of it
 * @param chapters the words that it needs beside those of every page
 */
export async function boot(page: ReactNode | Promise<ReactNode>, chapters: readonly ChapterName[]): Promise<void> {
  const language = chooseLanguage(askedLanguage(location.search) ?? rememberedLanguage(), navigator.languages)
  document.documentElement.lang = language
  applySiteAccent()
  const [loaded, content] = await Promise.all([loadWords(language, chapters), page])
  const root = document.querySelector('#root')
  if (!root) throw new Error('The document has no element with the id "root".')
  createRoot(root).render(
    <StrictMode>
      <WordsProvider first={{ language, ...loaded }} chapters={chapters}>
        <Announcer>{content}</Announcer>
      </WordsProvider>
    </StrictMode>,
  )
}
