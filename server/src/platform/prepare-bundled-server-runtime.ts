import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { applySourceMapsToStackTraces } from './stack-trace-source-maps.ts'

if (existsSync(`${import.meta.filename}.map.br`)) {
  applySourceMapsToStackTraces(import.meta.dirname)
  // The cache ships with the bundle; in a read-only folder, it is only read.
  enableCompileCache(join(import.meta.dirname, '.compiled'))
}
