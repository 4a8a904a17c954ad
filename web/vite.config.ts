// Builds four of the documents that people open. They share chunks with each other, but nothing with the demonstration
// wallet, which a server can withhold whole, nor with the inspector: both are builds of their own.
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { documents, groupByDocument } from './chunks.ts'
import { faultPages } from './fault-pages.ts'
import { compileMessages } from './messages.ts'
import { preloadFonts } from './preload-fonts.ts'
import { preloadModules } from './preload-modules.ts'
import { servePages } from './serve-pages.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind(), servePages(), preloadFonts(), preloadModules(), faultPages(), compileMessages()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The content security policy allows no inline code, and `data:` only for pictures: everything is a file.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: documents,
      output: { codeSplitting: { groups: groupByDocument(import.meta.dirname) } },
    },
  },
})
