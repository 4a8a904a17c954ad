// What holds where the server runs from its bundle and not from its sources, from the first line on: stacks name the lines of the sources, and
// what Node made of the files the last time (its code cache) is taken up again, so that they are not read through anew.
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { applySourceMapsToStackTraces } from './stack-trace-source-maps.ts'

// A source has no map beside it.
if (existsSync(`${import.meta.filename}.map.br`)) {
  applySourceMapsToStackTraces(import.meta.dirname)
  // In the folder of the bundle, so that it goes with it; where that cannot be written to, it is read only.
  enableCompileCache(join(import.meta.dirname, '.compiled'))
}
