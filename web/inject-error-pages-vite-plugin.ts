// Vite plugin that embeds the error page as a template (HTML §4.12.3), for when the page fails.
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { interfaceLanguages } from '@countersign/api/interface-languages'
import type { Plugin } from 'vite'
import { PrerenderedErrorPages } from './src/ui/PrerenderedErrorPages.tsx'
import type { ErrorPageTranslations } from './src/ui/PrerenderedErrorPages.tsx'
import { readTranslationFile } from './compile-translations.ts'

export function injectErrorPagesVitePlugin(): Plugin {
  return {
    name: 'fault-pages',
    transformIndexHtml: () => {
      const messages = interfaceLanguages.map(
        (language) =>
          [language, readTranslationFile(language, 'page-error')['fault'] as unknown as ErrorPageTranslations] as const,
      )
      const children = renderToStaticMarkup(createElement(PrerenderedErrorPages, { messages }))
      return [{ tag: 'template', attrs: { id: 'page-errors' }, children, injectTo: 'body' }]
    },
  }
}
