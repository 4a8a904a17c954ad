// Vite plugin that preloads the page fonts, so that text does not shift when they arrive.
import type { Plugin } from 'vite'

const preloadedFontFiles = /source-(sans|serif)[^/]*\.woff2$/

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
