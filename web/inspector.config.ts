// Builds the inspector separately, because shared chunks would make the sign-in page load more.
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
      // Fonts keep the same file names as on the other pages, so that they are fetched once.
      output: {
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.woff2'))
            ? 'assets/[name]-[hash][extname]'
            : 'assets/inspector/[name]-[hash][extname]',
      },
    },
  },
})
