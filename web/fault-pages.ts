// Puts into each document what it shows when it cannot go on, in every language, as a template that nobody sees before (HTML §4.12.3):
// whatever fails later, this is there.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { languages } from '@countersign/api/languages'
import type { Plugin } from 'vite'
import { FaultPages } from './src/ui/FaultPages.tsx'
import type { FaultWords } from './src/ui/FaultPages.tsx'

/** The Vite plugin that does so. */
export function faultPages(): Plugin {
  return {
    name: 'fault-pages',
    transformIndexHtml: async () => {
      const words = await Promise.all(languages.map(async (language) => [language, await wordsIn(language)] as const))
      const children = renderToStaticMarkup(createElement(FaultPages, { words }))
      return [{ tag: 'template', attrs: { id: 'page-faults' }, children, injectTo: 'body' }]
    },
  }
}

async function wordsIn(language: string): Promise<FaultWords> {
  const path = join(import.meta.dirname, 'src/words', language, 'fault.ts')
  const { fault } = (await import(pathToFileURL(path).href)) as { fault: FaultWords }
  return fault
}
