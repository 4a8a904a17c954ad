import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'countersign-conformance-'))
afterAll(() => rmSync(folder, { recursive: true }))

const fields = {
  domain: 'example.com',
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  uri: 'https://example.com',
  version: '1',
  chainId: 1,
  nonce: '12345678',
  issuedAt: '2024-02-29T12:00:00Z',
}
const text = `example.com wants you to sign in with your Ethereum account:
${fields.address}


URI: https://example.com
Version: 1
Chain ID: 1
Nonce: 12345678
Issued At: 2024-02-29T12:00:00Z`

/** Writes the files into the folder and runs the command on it. */
function run(files: Record<string, unknown>): { status: number | null; output: string } {
  for (const [name, vectors] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(vectors))
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'conformance.ts'), folder],
    { encoding: 'utf8' },
  )
  return { status, output: stdout + stderr }
}

const right = {
  'parsing_positive.json': { plain: { message: text, fields } },
  'parsing_negative.json': { empty: '' },
  'parsing_negative_objects.json': { 'no domain': { ...fields, domain: null } },
  'verification_positive.json': {},
  'verification_negative.json': { 'no signature': { ...fields, signature: '0x' } },
  'eip1271.json': { contract: {} },
}

test('ends well where every vector comes out as it should', () => {
  const { status, output } = run(right)
  expect(output).toMatchInlineSnapshot(`
    "eip1271.json                     not run (1): asks contracts on Ethereum mainnet; nothing here reads a chain
    parsing_negative.json            1 of 1 right: is not read
    parsing_negative_objects.json    1 of 1 right: is not written
    parsing_positive.json            1 of 1 right: is read to these fields and written back
    verification_negative.json       1 of 1 right: is not accepted
    verification_positive.json       0 of 0 right: is accepted with its signature
    "
  `)
  expect(status).toBe(0)
})

test('ends with 1 where one does not, and says which and how', () => {
  const { status, output } = run({
    ...right,
    'parsing_positive.json': {
      other: { message: text, fields: { ...fields, chainId: 2 } },
      unread: { message: '', fields },
    },
    'parsing_negative.json': { sound: text },
    'verification_positive.json': { unsigned: { ...fields, signature: '0x' } },
  })
  expect(output.split('\n').filter((line) => line.startsWith('  wrong'))).toMatchInlineSnapshot(`
    [
      "  wrong: “sound”: accepted",
      "  wrong: “other”: chainId is "1"",
      "  wrong: “unread”: message.invalid in line 1 at offset 0",
      "  wrong: “unsigned”: proof refused: length",
    ]
  `)
  expect(status).toBe(1)
})
