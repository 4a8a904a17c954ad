import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { formatKilobytes } from './format-benchmark-table.ts'
import type { BenchmarkComparisonRow } from './format-benchmark-table.ts'

export async function benchmarkBundleSizes(): Promise<BenchmarkComparisonRow[]> {
  const messages = 'parse, format and validate messages in a browser, gzip'
  return [
    await compare(messages, 'countersign-message', 'siwe-parser', '@spruceid/siwe-parser 3.0.0 (parses only)'),
    await compare(messages, 'countersign-message', 'siwe', 'siwe 3.0.0 (with ethers)'),
    await compare(messages, 'countersign-message', 'viem', 'viem 2.57.1 (viem/siwe and getAddress)'),
    await compare(messages, 'countersign-message', 'ox', 'ox 0.14.45 (Siwe and Address.checksum)'),
    await compare(
      'verify signatures in a browser, gzip',
      'verify-ethereum-key',
      'viem-verify',
      'viem 2.57.1 verifyMessage',
    ),
  ]
}

async function compare(
  what: string,
  ourName: string,
  theirName: string,
  alternative: string,
): Promise<BenchmarkComparisonRow> {
  const [ours, theirs] = [await sizeOf(ourName), await sizeOf(theirName)]
  return { what, alternative, ours: formatKilobytes(ours), theirs: formatKilobytes(theirs), ratio: theirs / ours }
}

const sizeOf = async (name: string): Promise<number> =>
  (await bundle(name)).reduce((sum, code) => sum + gzipSync(code).length, 0)

async function bundle(name: string): Promise<string[]> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: true,
      modulePreload: false,
      rolldownOptions: {
        input: join(import.meta.dirname, 'bundle-entries', `${name}-bundle-entry.ts`),
        preserveEntrySignatures: 'strict',
        output: { codeSplitting: false },
      },
    },
  })
  const outputs = Array.isArray(result) ? result : [result]
  const files = outputs.flatMap((output) => ('output' in output ? output.output : []))
  return files.flatMap((file) => (file.type === 'chunk' ? [file.code] : []))
}

export async function buildAndImportLibraryBundle(name: string): Promise<object> {
  const [code = ''] = await bundle(name)
  return (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as object
}
