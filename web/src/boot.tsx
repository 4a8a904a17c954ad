// What both documents do first: choose the language, fetch its words together with the screen, and draw the page once
// both are there.
import { StrictMode } from 'react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { Announcer } from './ui/Announcer.tsx'
import type { ChapterName } from './words/shape.ts'
import { chooseLanguage, loadWords, rememberedLanguage } from './words/language.ts'
import { WordsProvider } from './words/WordsProvider.tsx'

/**
 * @param page what to draw, or the promise of it
 * @param chapter the words that it needs beside those of every page
 */
export async function boot(page: ReactNode | Promise<ReactNode>, chapter: ChapterName | null): Promise<void> {
  const language = chooseLanguage(rememberedLanguage(), navigator.languages)
  document.documentElement.lang = language
  const [loaded, content] = await Promise.all([loadWords(language, chapter), page])
  const root = document.querySelector('#root')
  if (!root) throw new Error('The document has no element with the id "root".')
  createRoot(root).render(
    <StrictMode>
      <WordsProvider first={{ language, ...loaded }} chapter={chapter}>
        <Announcer>{content}</Announcer>
      </WordsProvider>
    </StrictMode>,
  )
}
