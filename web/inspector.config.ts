// Builds the inspector apart from the other pages. Chunks that it shared with them would be cut otherwise than they need
// them, and the sign-in page would load more because of a page that it has nothing to do with.
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { injectErrorPagesVitePlugin } from './inject-error-pages-vite-plugin.ts'
import { compileTranslationsVitePlugin } from './compile-translations.ts'
import { preloadFontsVitePlugin } from './preload-fonts-vite-plugin.ts'
import { chunkLoadingVitePlugin } from './chunk-loading-vite-plugin.ts'

export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [
    react(),
    tailwind(),
    preloadFontsVitePlugin(),
    chunkLoadingVitePlugin(),
    injectErrorPagesVitePlugin(),
    compileTranslationsVitePlugin({ isEmitted: false }),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    assetsDir: 'assets/inspector',
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { inspector: 'inspector.html' },
      // The faces are the same files as on every page, by name as well: they are fetched once.
      output: {
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.woff2'))
            ? 'assets/[name]-[hash][extname]'
            : 'assets/inspector/[name]-[hash][extname]',
      },
    },
  },
})
