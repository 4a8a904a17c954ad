// Tests the library documentation: every exported name has an example. All examples, including
// those in READMEs, compile against the installed packages and produce the stated results.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { rolldown } from 'rolldown'
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

/** Examples for servers use frameworks and the types of Node; all others run in browsers too. */
const serverPackages = [
  'express@5.3.0',
  'fastify@5.12.8',
  'hono@4.13.19',
  '@types/express@5.0.6',
  '@types/node@24.19.2',
]
const isForServers = (title: string): boolean => /^(?:packages\/)?node\//.test(title)

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
/** Examples with JSX. */
const isJsx = (code: string): boolean => /^\s*<[A-Z]/m.test(code)
function fileOf(index: number): string {
  const [title = '', code = ''] = pieces[index] ?? []
  return `${isForServers(title) ? 'server-' : ''}example-${index}.${isJsx(code) ? 'tsx' : 'ts'}`
}

const packed = mkdtempSync(join(tmpdir(), 'countersign-packed-'))
let installed: LibraryInstallation
/** What examples use besides the libraries. */
const examplePackages = ['react@19.3.1', 'react-dom@19.3.1', '@types/react@19.3.0', '@types/react-dom@19.3.0']

/** The error of each example, or null. */
let results: (string | null)[]

beforeAll(async () => {
  installed = installPackedLibraries([...(await packLibraryNpmPackages(packed)), ...serverPackages, ...examplePackages])
  for (const [index, [, code]] of pieces.entries())
    installed.write(fileOf(index), convertResultCommentsToAssertions(code))
  installed.write('same.d.ts', 'declare function same(actual: unknown, expected: unknown): void\n')
  // Node runs TypeScript, but no JSX.
  const programs = await Promise.all(
    pieces.map(async (_, index) => {
      const file = fileOf(index)
      return file.endsWith('.tsx') ? compileJsx(join(installed.folder, file)) : file
    }),
  )
  installed.write('run.mjs', runner(programs))
  installed.run(process.execPath, 'run.mjs')
  results = JSON.parse(readFileSync(join(installed.folder, 'results.json'), 'utf8')) as (string | null)[]
}, 240_000)
afterAll(() => {
  installed.remove()
  rmSync(packed, { recursive: true, force: true })
})

/** @returns the name of the JavaScript file */
async function compileJsx(path: string): Promise<string> {
  const bundled = await rolldown({ input: path, external: (name) => name !== path, transform: { jsx: 'react-jsx' } })
  const { output } = await bundled.generate({ format: 'esm' })
  await bundled.close()
  const name = basename(path).replace('.tsx', '.compiled.mjs')
  installed.write(name, output[0].code)
  return name
}

/**
 * A program that runs every example and records the result. An example without an assertion fails.
 */
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

test('the libraries export exactly these names', () => {
  const names = (entry: string): string =>
    [...new Set(everything.filter((one) => one.entry === entry).map(({ name }) => name))].sort().join(' ')
  const entries = [...new Set(everything.map(({ entry }) => entry))]
  expect(Object.fromEntries(entries.map((entry) => [entry, names(entry)]))).toMatchInlineSnapshot(`
    {
      "@countersign/message": "BitcoinAddress BitcoinAddressErrorCode BitcoinAddressType BitcoinNetwork ChainNamespace ExpectedSignInMessage MessageError MessageErrorCode MessageField MessageLayout MessageProfile ParseSignInMessageOptions SignInMessage ValidationClock anyValue bip122MessageProfile bitcoinAddressErrors createNonce decodeBase58 decodeSolanaAddress eip155MessageProfile encodeBase58 formatSignInMessage keccak256 parseAnySignInMessage parseBitcoinAddress parseDateTime parseSignInMessage solanaMessageProfile toChecksumAddress validateSignInMessage",
      "@countersign/message/message-error-catalog": "MessageErrorCatalogEntry messageErrorCatalog",
      "@countersign/node": "ApiUser ConfigurationError ProtectOptions ProtectResult ProtectedResourceMetadata Protection SessionResult SessionStore Sessions SessionsOptions StoredSession User UserWallet createMemorySessionStore protect sessions",
      "@countersign/node/express": "ExpressProtection ExpressSessions protect protectedResourceMetadata sessions",
      "@countersign/node/fastify": "FastifyProtection FastifySessions protect sessions",
      "@countersign/node/hono": "HonoProtection HonoSessions protect sessions",
      "@countersign/node/next": "NextProtection NextSessions NextSessionsOptions protect sessions",
      "@countersign/node/terminal": "TerminalSignIn TerminalSignInOptions renewTerminalSignIn signInFromTerminal",
      "@countersign/proof": "BitcoinVerificationErrorCode BitcoinVerificationResult BoundProofErrorCode BoundProofResult BoundProofToVerify ChainBlock ChainReadOptions ChainReadResult ChainReader ChainUnavailableError ContractCall ContractCallResult ContractCode ContractDeployment ContractVerificationErrorCode ContractVerificationResult ContractWalletPolicy EthereumKeyVerificationErrorCode EthereumKeyVerificationResult Hex MessageSignerErrorCode SolanaVerificationErrorCode SolanaVerificationResult bitcoinVerificationErrors boundProofErrors contractVerificationErrors createProofBinding encodeSolanaOffchainEnvelope ethereumKeyVerificationErrors publicKeyRecoveryEngineName publicKeyRecoveryFallbackReason solanaVerificationErrors verifyBitcoinSignature verifyBoundProof verifyContractSignature verifyEthereumKeySignature verifySolanaSignature",
      "@countersign/react": "ApiFetch ClientOptions Countersign CountersignError CountersignErrorCode CountersignErrorDetails CountersignProvider CountersignProviderProps CountersignStatus CountersignTexts Gate GateProps SignInButton SignInButtonProps SignInOptions SignOutOptions SignedIn SignedOut User UserButton UserButtonProps UserWallet countersignErrorMessages useApi useCountersign useUser",
      "@countersign/react/callback": "completeSignInCallback",
      "@countersign/react/element": "CountersignButton",
      "@countersign/react/german": "germanTexts",
    }
  `)
})

test('every exported name has exactly one example', () => {
  const wrong = everything.filter(({ comment }) => extractCodeExamplesFromComment(comment).length !== 1)
  expect(wrong.map(({ name, file }) => `${relative(root, file)}: ${name}`)).toEqual([])
})

test.each(pieces.map(([title], index) => [title, index] as const))(
  'the example of %s produces its stated results',
  (_title, index) => expect(results[index]).toBeNull(),
)

describe('library examples in TypeScript', () => {
  test.each([
    ['node16', 'node16', { files: 'example-*', types: [], skipLibCheck: false }],
    ['bundler', 'esnext', { files: 'example-*', types: [], skipLibCheck: false }],
    // The declarations of the frameworks are not ours to check.
    ['node16', 'node16', { files: 'server-example-*', types: ['node'], skipLibCheck: true }],
    ['bundler', 'esnext', { files: 'server-example-*', types: ['node'], skipLibCheck: true }],
  ])('compile with moduleResolution %s', (moduleResolution, module, { files, types, skipLibCheck }) => {
    // The packages' declarations are checked as well, and those for browsers without Node types.
    const compilerOptions = {
      module,
      moduleResolution,
      target: 'es2022',
      lib: ['es2024', 'dom'],
      types: [...types],
      jsx: 'react-jsx',
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      skipLibCheck,
    }
    installed.write(
      'tsconfig.json',
      JSON.stringify({ compilerOptions, include: [`${files}.ts`, `${files}.tsx`, 'same.d.ts'] }),
    )
    const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', installed.folder], { encoding: 'utf8' })
    expect(stdout).toBe('')
  })
})
