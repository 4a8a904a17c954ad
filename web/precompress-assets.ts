// Writes `.br` and `.gz` copies of the built files, so that the server need not compress on demand.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const compressibleFiles = '**/*.{js,css,svg}'

export function precompressAssets(folder: string): void {
  for (const entry of globSync(compressibleFiles, { cwd: folder, withFileTypes: true })) {
    const path = `${entry.parentPath}/${entry.name}`
    const content = readFileSync(path)
    writeFileSync(`${path}.br`, brotliCompressSync(content))
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
  }
}
