// The libraries' documents keep their word: every name that others may import has an example, and each example, as each piece of code in a
// README, compiles from the installed packages and does what it says.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishedLibraries, packLibraryNpmPackages } from './pack-library-npm-packages.ts'
import { installPackedLibraries } from './testing/install-packed-libraries.ts'
import type { LibraryInstallation } from './testing/install-packed-libraries.ts'
import {
  convertResultCommentsToAssertions,
  extractMarkdownCodeBlocks,
  extractCodeExamplesFromComment,
  listLibraryExports,
} from './testing/list-library-exports.ts'

const root = join(import.meta.dirname, '../..')
const everything = publishedLibraries.flatMap((library) => listLibraryExports(join(root, 'packages', library)))

/** What is run: where it stands, and the code. */
const pieces: [title: string, code: string][] = [
  ...everything.flatMap(({ name, file, comment }) =>
    extractCodeExamplesFromComment(comment).map((code): [string, string] => [`${relative(root, file)}: ${name}`, code]),
  ),
  ...publishedLibraries.flatMap((library) =>
    extractMarkdownCodeBlocks(readFileSync(join(root, 'packages', library, 'README.md'), 'utf8')).map(
      (code, index): [string, string] => [`${library}/README.md: ${index + 1}`, code],
    ),
  ),
]
const fileOf = (index: number): string => `example-${index}.ts`

const packed = mkdtempSync(join(tmpdir(), 'countersign-packed-'))
let installed: LibraryInstallation
/** What came of each piece: null, or what it failed with. */
let results: (string | null)[]

beforeAll(async () => {
  installed = installPackedLibraries(await packLibraryNpmPackages(packed))
  for (const [index, [, code]] of pieces.entries())
    installed.write(fileOf(index), convertResultCommentsToAssertions(code))
  installed.write('same.d.ts', 'declare function same(actual: unknown, expected: unknown): void\n')
  installed.write('run.mjs', runner(pieces.map((_, index) => fileOf(index))))
  installed.run(process.execPath, 'run.mjs')
  results = JSON.parse(readFileSync(join(installed.folder, 'results.json'), 'utf8')) as (string | null)[]
})
afterAll(() => {
  installed.remove()
  rmSync(packed, { recursive: true, force: true })
})

/** A program that runs every piece and writes down what came of it. One that makes sure of nothing has failed. */
const runner = (files: readonly string[]): string => `
import { deepStrictEqual } from 'node:assert'
import { writeFileSync } from 'node:fs'
let compared = 0
globalThis.same = (actual, expected) => (compared++, deepStrictEqual(actual, expected))
const results = []
for (const file of ${JSON.stringify(files)}) {
  compared = 0
  const fault = await import('./' + file).then(() => (compared > 0 ? null : 'nothing is compared'), String)
  results.push(fault)
}
writeFileSync('results.json', JSON.stringify(results))
`

test('others may import exactly this', () => {
  const names = (entry: string): string =>
    [...new Set(everything.filter((one) => one.entry === entry).map(({ name }) => name))].sort().join(' ')
  const entries = [...new Set(everything.map(({ entry }) => entry))]
  expect(Object.fromEntries(entries.map((entry) => [entry, names(entry)]))).toMatchInlineSnapshot(`
    {
      "@countersign/message": "BitcoinAddress BitcoinAddressErrorCode BitcoinAddressType BitcoinNetwork ChainNamespace ExpectedSignInMessage MessageError MessageErrorCode MessageField MessageLayout MessageProfile ParseSignInMessageOptions SignInMessage ValidationClock anyValue bip122MessageProfile bitcoinAddressErrors createNonce decodeBase58 decodeSolanaAddress eip155MessageProfile encodeBase58 formatSignInMessage keccak256 parseAnySignInMessage parseBitcoinAddress parseDateTime parseSignInMessage solanaMessageProfile toChecksumAddress validateSignInMessage",
      "@countersign/message/message-error-catalog": "MessageErrorCatalogEntry messageErrorCatalog",
      "@countersign/proof": "BitcoinVerificationErrorCode BitcoinVerificationResult ChainBlock ChainReadOptions ChainReadResult ChainReader ChainUnavailableError ContractCall ContractCallResult ContractCode ContractDeployment ContractVerificationErrorCode ContractVerificationResult ContractWalletPolicy EthereumKeyVerificationErrorCode EthereumKeyVerificationResult Hex SolanaVerificationErrorCode SolanaVerificationResult bitcoinVerificationErrors contractVerificationErrors ethereumKeyVerificationErrors publicKeyRecoveryEngineName publicKeyRecoveryFallbackReason solanaVerificationErrors verifyBitcoinSignature verifyContractSignature verifyEthereumKeySignature verifySolanaSignature",
    }
  `)
})

test('each has one example', () => {
  const wrong = everything.filter(({ comment }) => extractCodeExamplesFromComment(comment).length !== 1)
  expect(wrong.map(({ name, file }) => `${relative(root, file)}: ${name}`)).toEqual([])
})

test.each(pieces.map(([title], index) => [title, index] as const))('%s does what it says', (_title, index) =>
  expect(results[index]).toBeNull(),
)

describe('for TypeScript', () => {
  test.each([
    ['node16', 'node16'],
    ['bundler', 'esnext'],
  ])('all of it compiles with moduleResolution %s', (moduleResolution, module) => {
    // Nothing of Node's types is there, and what the packages say of themselves is checked too.
    const compilerOptions = {
      module,
      moduleResolution,
      target: 'es2022',
      lib: ['es2024', 'dom'],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      skipLibCheck: false,
    }
    installed.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', installed.folder], { encoding: 'utf8' })
    expect(stdout).toBe('')
  })
})
