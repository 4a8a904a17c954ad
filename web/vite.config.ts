// Builds four of the documents that people open. They share chunks with each other, but nothing with the demonstration
// wallet, which a server can withhold whole, nor with the inspector: both are builds of their own.
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { htmlEntryDocuments, createBundleChunkGroups } from './code-splitting.ts'
import { injectErrorPagesIntoHtml } from './inject-error-pages-into-html.ts'
import { compileTranslations } from './compile-translations.ts'
import { preloadFonts } from './preload-fonts.ts'
import { preloadModules } from './preload-modules.ts'
import { serveDevPages } from './serve-dev-pages.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwind(),
    serveDevPages(),
    preloadFonts(),
    preloadModules(),
    injectErrorPagesIntoHtml(),
    compileTranslations(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The content security policy allows no inline code, and `data:` only for pictures: everything is a file.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: htmlEntryDocuments,
      output: { codeSplitting: { groups: createBundleChunkGroups(import.meta.dirname) } },
    },
  },
})
