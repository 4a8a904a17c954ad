// Writes a compressed copy beside each built file, once, as small as it gets, so that no server has to compress it again
// for every visitor.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'

/** What gains from compression; fonts are compressed already. */
const compressibleFiles = '**/*.{js,css,svg}'

/** @param folder of built files; `.br` and `.gz` copies are put beside them */
export function precompressAssets(folder: string): void {
  for (const entry of globSync(compressibleFiles, { cwd: folder, withFileTypes: true })) {
    const path = `${entry.parentPath}/${entry.name}`
    const content = readFileSync(path)
    writeFileSync(`${path}.br`, brotliCompressSync(content))
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
  }
}
