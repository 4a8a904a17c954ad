// Builds the pages, the inspector and the demonstration wallet into web/dist.
import { join } from 'node:path'
import { build } from 'vite'
import { precompressAssets } from './precompress-assets.ts'

const configs = ['vite.config.ts', 'inspector.config.ts', 'demonstration-wallet.config.ts']

for (const name of configs) {
  await build({ configFile: join(import.meta.dirname, name), logLevel: 'warn' })
}

precompressAssets(join(import.meta.dirname, 'dist'))
