// What both documents do first: choose the language, fetch its words together with the screen, and draw the page once
// both are there.
import { StrictMode } from 'react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { Announcer } from './ui/Announcer.tsx'
import { chooseLanguage, loadWords, rememberedLanguage } from './words/language.ts'
import { WordsProvider } from './words/WordsProvider.tsx'

/** @param page what to draw, or the promise of it */
export async function boot(page: ReactNode | Promise<ReactNode>): Promise<void> {
  const language = chooseLanguage(rememberedLanguage(), navigator.languages)
  document.documentElement.lang = language
  const [words, content] = await Promise.all([loadWords(language), page])
  const root = document.querySelector('#root')
  if (!root) throw new Error('The document has no element with the id "root".')
  createRoot(root).render(
    <StrictMode>
      <WordsProvider first={{ language, words }}>
        <Announcer>{content}</Announcer>
      </WordsProvider>
    </StrictMode>,
  )
}
