// Builds the demonstration wallet into its own folder, so that a server can refuse the folder.
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkLoadingVitePlugin } from './chunk-loading-vite-plugin.ts'

export default defineConfig({
  root: import.meta.dirname,
  base: '/demonstration-wallet/',
  publicDir: false,
  plugins: [react(), tailwind(), chunkLoadingVitePlugin()],
  build: {
    outDir: 'dist/demonstration-wallet',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { main: 'src/features/sign-in/demonstration-wallet/announce-demonstration-wallet.ts' },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        assetFileNames: '[name]-[hash][extname]',
      },
    },
  },
})
