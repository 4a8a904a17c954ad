// Builds the documents that share chunks; the inspector and the demonstration wallet do not.
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { htmlEntryDocuments, createBundleChunkGroups } from './bundle-chunk-groups.ts'
import { injectErrorPagesVitePlugin } from './inject-error-pages-vite-plugin.ts'
import { compileTranslationsVitePlugin } from './compile-translations.ts'
import { preloadFontsVitePlugin } from './preload-fonts-vite-plugin.ts'
import { chunkLoadingVitePlugin } from './chunk-loading-vite-plugin.ts'
import { serveDevPagesVitePlugin } from './serve-dev-pages-vite-plugin.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwind(),
    serveDevPagesVitePlugin(),
    preloadFontsVitePlugin(),
    chunkLoadingVitePlugin(),
    injectErrorPagesVitePlugin(),
    compileTranslationsVitePlugin(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The CSP forbids inline code, and allows `data:` only for images.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: htmlEntryDocuments,
      output: { codeSplitting: { groups: createBundleChunkGroups(import.meta.dirname) } },
    },
  },
})
