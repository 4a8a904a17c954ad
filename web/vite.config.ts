// Builds the two documents that people open. They share chunks with each other, but nothing with the demonstration
// wallet, which is a build of its own (demonstration-wallet.config.ts) so that a server can withhold it whole.
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { preloadFonts } from './preload-fonts.ts'
import { servePages } from './serve-pages.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind(), servePages(), preloadFonts()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The content security policy allows no inline code, and `data:` only for pictures: everything is a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { public: 'public.html', account: 'account.html' },
      output: {
        codeSplitting: {
          groups: [
            // React in a file of its own: both documents use it, and it changes only when it is upgraded.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            // What several entries share in one file instead of many: larger files are compressed better.
            { name: 'interface', test: /\/(web|api)\/src\//, minShareCount: 2 },
          ],
        },
      },
    },
  },
})
