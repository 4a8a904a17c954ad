// Builds everything that a browser loads into web/dist: the pages, then the inspector and the demonstration wallet beside them.
// Run by itself: node web/build.ts
import { join } from 'node:path'
import { build } from 'vite'
import { precompressAssets } from './precompress-assets.ts'

const configs = ['vite.config.ts', 'inspector.config.ts', 'demonstration-wallet.config.ts']

for (const name of configs) {
  await build({ configFile: join(import.meta.dirname, name), logLevel: 'warn' })
}

precompressAssets(join(import.meta.dirname, 'dist'))
