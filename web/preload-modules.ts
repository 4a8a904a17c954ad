// What a part of a page needs that is fetched later, is fetched together with it. Stands in for the helper that Vite adds
// to every page, which does the same with some 700 bytes more: it also waits for style sheets, of which no later part
// has any of its own. Of a part that cannot be had it tells by the same event (page-fault.ts).
import type { Plugin } from 'vite'

const helper = '\0vite/preload-helper.js'

const code = `export const __vitePreload = (load, files) => {
  for (const file of files ?? [])
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/' + file }))
  return load().catch((error) => {
    dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
    throw error
  })
}`

/** The Vite plugin that puts the short helper in the place of the long one. */
export function preloadModules(): Plugin {
  return {
    name: 'preload-modules',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === helper ? code : null),
    generateBundle(_, bundle) {
      const sheets = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' && file.isDynamicEntry ? [...(file.viteMetadata?.importedCss ?? [])] : [],
      )
      if (sheets.length > 0)
        throw new Error(
          `A part that is fetched later has a style sheet of its own, which nothing would load: ${sheets.join(', ')}`,
        )
    },
  }
}
