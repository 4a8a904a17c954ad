// What a browser loads of each message library: bundled, minified, gzip. What is bundled stands in bundles/.
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { kilobytes } from './table.ts'
import type { Row } from './table.ts'

export async function compareBundles(): Promise<Row[]> {
  const ours = await sizeOf('countersign')
  const alternatives = {
    'siwe-parser': '@spruceid/siwe-parser 3.0.0 (reads only)',
    siwe: 'siwe 3.0.0 (with ethers)',
    viem: 'viem 2.57.1 (viem/siwe and getAddress)',
  }
  const rows: Row[] = []
  for (const [name, alternative] of Object.entries(alternatives)) {
    const theirs = await sizeOf(name)
    const what = 'read, write and check messages in a browser, gzip'
    rows.push({ what, alternative, ours: kilobytes(ours), theirs: kilobytes(theirs), ratio: theirs / ours })
  }
  return rows
}

async function sizeOf(name: string): Promise<number> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: true,
      modulePreload: false,
      rolldownOptions: {
        input: join(import.meta.dirname, 'bundles', `${name}.ts`),
        preserveEntrySignatures: 'strict',
        output: { codeSplitting: false },
      },
    },
  })
  const outputs = Array.isArray(result) ? result : [result]
  const files = outputs.flatMap((output) => ('output' in output ? output.output : []))
  return files.reduce((sum, file) => sum + (file.type === 'chunk' ? gzipSync(file.code).length : 0), 0)
}
