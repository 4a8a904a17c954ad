// Puts into each document what it shows when it cannot go on, in every language, as a template that nobody sees before (HTML §4.12.3):
// whatever fails later, this is there.
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { languages } from '@countersign/api/languages'
import type { Plugin } from 'vite'
import { ErrorPages } from './src/ui/ErrorPages.tsx'
import type { ErrorPageMessages } from './src/ui/ErrorPages.tsx'
import { readTranslationFile } from './compile-translations.ts'

/** The Vite plugin that does so. */
export function injectErrorPages(): Plugin {
  return {
    name: 'fault-pages',
    transformIndexHtml: () => {
      const messages = languages.map(
        (language) =>
          [language, readTranslationFile(language, 'page-error')['fault'] as unknown as ErrorPageMessages] as const,
      )
      const children = renderToStaticMarkup(createElement(ErrorPages, { messages }))
      return [{ tag: 'template', attrs: { id: 'page-errors' }, children, injectTo: 'body' }]
    },
  }
}
