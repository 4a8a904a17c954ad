// Tests the packed libraries, installed into an empty folder: on every supported Node, as ESM and
// CommonJS, with TypeScript, and in a browser.
import { canInstallNodeJsReleases, installNodeJsRelease } from '@countersign/testing/install-nodejs-release-for-tests'
import { bitcoinAddressKinds } from '@countersign/testing/bitcoin-test-keys'
import { createBitcoinTestSigner, createSolanaTestSigner } from '@countersign/testing/wallet-signer-fixtures'
import type { TestWalletSigner } from '@countersign/testing/wallet-signer-fixtures'
import { createEthereumTestKey, signEthereumMessage } from '@countersign/testing/ethereum-test-keys'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packLibraryNpmPackages } from './pack-library-npm-packages.ts'
import { bundleLibraryTestProgram } from './testing/bundle-library-test-program.ts'
import {
  createEsmLibraryTestProgram,
  installPackedLibraries,
  createCommonJsLibraryTestProgram,
} from './testing/install-packed-libraries.ts'
import type { LibraryInstallation } from './testing/install-packed-libraries.ts'
import { runTestProgramInChromium } from './testing/run-test-program-in-chromium.ts'

const packed = mkdtempSync(join(tmpdir(), 'countersign-packed-'))
let tarballs: string[] = []
let installed: LibraryInstallation

beforeAll(async () => {
  tarballs = await packLibraryNpmPackages(packed)
  installed = installPackedLibraries(tarballs)
}, 240_000)
afterAll(() => {
  installed.remove()
  rmSync(packed, { recursive: true, force: true })
})

const { address, ...key } = createEthereumTestKey(1)
const text = `example.com wants you to sign in with your Ethereum account:
${address}


URI: https://example.com
Version: 1
Chain ID: 1
Nonce: 8mzv3kcq7h2ydx5w
Issued At: 2024-02-29T12:00:00Z`
function signedBy(
  signer: TestWalletSigner,
  other: TestWalletSigner,
  kind: string,
  chainId: string,
  emptyLines: string,
) {
  const own = text
    .replace('Ethereum', kind)
    .replace(`${address}\n\n\n`, `${signer.address}\n${emptyLines}`)
    .replace('Chain ID: 1', `Chain ID: ${chainId}`)
  return { text: own, signature: signer.sign(own), otherSignature: other.sign(own) }
}
const mainnet = '000000000019d6689c085ae165831e93'

const given = {
  others: [
    signedBy(createSolanaTestSigner(1), createSolanaTestSigner(2), 'Solana', 'mainnet', '\n'),
    ...bitcoinAddressKinds.map((kind) =>
      signedBy(createBitcoinTestSigner(1, kind), createBitcoinTestSigner(2, kind), 'Bitcoin', mainnet, '\n\n'),
    ),
  ],
  text,
  address,
  signature: signEthereumMessage({ address, ...key }, text),
  otherAddress: createEthereumTestKey(2).address,
}

const right = {
  byKey: { outcome: 'verified', method: 'ecdsa' },
  byOtherKey: { outcome: 'refused', reason: 'other_signer' },
  byContract: 'verified',
  byNobody: 'unavailable',
  isWrittenBack: true,
  address,
  refused: { code: 'message.line_feed_at_end', line: 9 },
  rule: 'ERC-4361 §Message Format',
  engine: 'noble',
  hasReason: true,
  others: [
    ['solana', 'ed25519'],
    ...bitcoinAddressKinds.map((kind) => ['bip122', kind === 'p2pkh' ? 'bip137' : 'bip322'] as const),
  ].map(([namespace, proof]) => ({
    namespace,
    isWrittenBack: true,
    proof,
    otherText: 'refused: other_signer',
    otherSigner: 'refused: other_signer',
  })),
}

describe('packed libraries', () => {
  test.each([
    ['message', 0],
    ['proof', 1],
    ['react', 2],
    ['node', 3],
  ])('%s contains only its compiled code, sources, README, license and manifest', (name, index) => {
    const files = execFileSync('tar', ['tzf', tarballs[index] ?? ''], { encoding: 'utf8' })
      .trim()
      .split('\n')
    const styles = files.filter((file) => file.includes('.css'))
    expect(styles.sort()).toEqual(name === 'react' ? ['package/dist/styles.css', 'package/dist/styles.css.d.ts'] : [])
    const others = files.filter(
      (file) =>
        !styles.includes(file) &&
        !/^package\/(?:dist\/(?:[\w-]+\/)?[\w.-]+\.(?:js|d\.ts)(?:\.map)?|src\/(?:[\w-]+\/)?[\w.-]+\.tsx?)$/.test(file),
    )
    expect(others.sort()).toEqual(['package/LICENSE', 'package/README.md', 'package/package.json'])
    const sources = files.filter((file) => file.startsWith('package/src/'))
    expect(sources.filter((file) => /test|fake|example|generator|probe|conformance/.test(file))).toEqual([])
    const made = ['.js', '.js.map', '.d.ts', '.d.ts.map']
    expect(files.filter((file) => file.startsWith('package/dist/') && !styles.includes(file)).sort()).toEqual(
      sources.flatMap((file) => made.map((end) => file.replace(/\/src\/(.*)\.tsx?$/, `/dist/$1${end}`))).sort(),
    )
  })

  test('install without the native library', () => {
    const there = execFileSync('npm', ['ls', '--all', '--parseable'], { cwd: installed.folder, encoding: 'utf8' })
    const names = there
      .trim()
      .split('\n')
      .map((path) => path.split('node_modules/')[1])
    expect(names.slice(1).sort()).toEqual([
      '@countersign/message',
      '@countersign/node',
      '@countersign/proof',
      '@countersign/react',
      '@noble/curves',
      '@noble/hashes',
      '@scure/base',
      'hash-wasm',
      'jose',
      'oauth4webapi',
      'openid-client',
    ])
  })
})

describe.each<[string, () => string, boolean]>([
  ['Node 20', () => installNodeJsRelease(20), canInstallNodeJsReleases],
  ['Node 22', () => installNodeJsRelease(22), canInstallNodeJsReleases],
  ["the project's own Node", () => process.execPath, true],
])('%s', (_, node, canRun) => {
  test.skipIf(!canRun).each([
    ['import', 'use.mjs', createEsmLibraryTestProgram],
    ['require', 'use.cjs', createCommonJsLibraryTestProgram],
  ])('runs the installed libraries by %s', (_form, file, program) => {
    installed.write(file, program(given))
    expect(JSON.parse(installed.run(node(), file))).toEqual(right)
  })
})

test.skipIf(!canInstallNodeJsReleases)('the packed libraries use and report an installed native library', () => {
  const withNative = installPackedLibraries([...tarballs, 'secp256k1@5.0.2'])
  try {
    withNative.write('use.mjs', createEsmLibraryTestProgram(given))
    expect(JSON.parse(withNative.run(process.execPath, 'use.mjs'))).toEqual({
      ...right,
      engine: 'native',
      hasReason: false,
    })
  } finally {
    withNative.remove()
  }
})

test('a Node bundle works without node_modules after one event loop turn', async () => {
  const waiting = createEsmLibraryTestProgram(given).replace(
    'console.log',
    'await new Promise(setImmediate)\nconsole.log',
  )
  const { code } = await bundleLibraryTestProgram(installed.write('alone-source.mjs', waiting), 'node')
  const alone = mkdtempSync(join(tmpdir(), 'countersign-alone-'))
  try {
    writeFileSync(join(alone, 'alone.mjs'), code)
    const printed = execFileSync(process.execPath, ['alone.mjs'], { cwd: alone, encoding: 'utf8' })
    expect(JSON.parse(printed)).toEqual(right)
  } finally {
    rmSync(alone, { recursive: true, force: true })
  }
})

test('a browser bundle has no Node built-ins and works in Chromium', async () => {
  const { code, builtins } = await bundleLibraryTestProgram(
    installed.write('browser.mjs', createEsmLibraryTestProgram(given)),
    'browser',
  )
  expect(builtins).toEqual([])
  expect(JSON.parse(await runTestProgramInChromium(code))).toEqual(right)
})

/** Texts that occur only in the code of each part. */
const marks = {
  base58: '123456789ABCDEFGHJKLMNPQRSTUVWXYZ',
  bech32: 'qpzry9x8gf2tvdw0s3jn54khce6mua7l',
  // The constant d of edwards25519, as @noble/curves writes it.
  ed25519: '52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3',
  bip322: 'BIP0322-signed-message',
}

test.each<[string, string, (keyof typeof marks)[]]>([
  [
    'messages of Ethereum',
    `import { validateSignInMessage, formatSignInMessage, parseSignInMessage as use } from '@countersign/message'`,
    [],
  ],
  [
    'messages of Solana',
    `import { parseSignInMessage, solanaMessageProfile as use } from '@countersign/message'`,
    ['base58'],
  ],
  ['messages of Bitcoin', `import { bip122MessageProfile as use } from '@countersign/message'`, ['base58', 'bech32']],
  [
    'keys and contracts of Ethereum',
    `import { verifyContractSignature, verifyEthereumKeySignature as use } from '@countersign/proof'`,
    [],
  ],
  ['keys of Solana', `import { verifySolanaSignature as use } from '@countersign/proof'`, ['base58', 'ed25519']],
  [
    'addresses of Bitcoin',
    `import { verifyBitcoinSignature as use } from '@countersign/proof'`,
    ['base58', 'bech32', 'bip322'],
  ],
])('a bundle with only %s contains no code of other chain families', async (what, program, expected) => {
  const names = /\{ (.*) \}/
    .exec(program)![1]!
    .split(', ')
    .map((name) => name.replace(/.* as /, ''))
  const name = `only-${what.replaceAll(' ', '-')}.mjs`
  const { code } = await bundleLibraryTestProgram(
    installed.write(name, `${program}\nconsole.log(${names.join(', ')})\n`),
    'browser',
  )
  expect(Object.entries(marks).flatMap(([part, mark]) => (code.includes(mark) ? [part] : []))).toEqual(expected)
})
