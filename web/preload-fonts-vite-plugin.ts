// Has the fonts of every page fetched together with its style sheet instead of after it, so that text appears in its
// own face from the start and nothing moves when the face arrives.
import type { Plugin } from 'vite'

/** The faces that every page shows at once; the one for codes waits until it is needed. */
const preloadedFontFiles = /source-(sans|serif)[^/]*\.woff2$/

/** The Vite plugin that adds `<link rel="preload">` for the fonts to each built document. */
export function preloadFontsVitePlugin(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => preloadedFontFiles.test(file))
          .map((file) => ({
            tag: 'link',
            injectTo: 'head',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
          })),
    },
  }
}
