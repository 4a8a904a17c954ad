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
    [join(import.meta.dirname, 'run-test-vectors-command.ts'), folder],
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

const message = { ...fields, resources: ['a:'], requestId: '' }
const longText = `${text}\nRequest ID: \nResources:\n- a:`

/** Those that not every copy has. */
const rest = {
  'message_objects.json': {
    sound: { msg: fields, error: 'none' },
    'no domain': { msg: { ...fields, domain: '' }, error: 'no domain' },
  },
  'valid_uris.json': { plain: { msg: text, uri: { scheme: 'https' } } },
  'valid_resources.json': { one: { msg: longText, resources: message.resources } },
  'valid_specification.json': { empty: { msg: longText, items: { requestId: '', statement: null } } },
  'invalid_uris.json': { path: text.replace('https://example.com', '/') },
  'invalid_resources.json': { path: longText.replace('a:', '/') },
  'valid_chars.json': {
    scheme: { rule: 'scheme', input: 'a+', answer: true },
    statement: { rule: 'statement', input: 'a b', answer: true },
    userinfo: { rule: 'userinfo', input: 'a:b', answer: true },
    IPvFuture: { rule: 'IPvFuture', input: 'v1.a', answer: true },
    'reg-name': { rule: 'reg-name', input: '%20', answer: true },
    'pct-encoded': { rule: 'pct-encoded', input: '%20', answer: true },
    pchar: { rule: 'segment-nz', input: '@', answer: true },
    fragment: { rule: 'fragment', input: '/?', answer: true },
  },
  'invalid_chars.json': {
    scheme: { rule: 'scheme', input: '@', answer: false },
    statement: { rule: 'statement', input: '<', answer: false },
    userinfo: { rule: 'userinfo', input: '/', answer: false },
    IPvFuture: { rule: 'IPvFuture', input: '@', answer: false },
    'reg-name': { rule: 'reg-name', input: '@', answer: false },
    'pct-encoded': { rule: 'pct-encoded', input: '%2', answer: false },
    pchar: { rule: 'segment-nz', input: '?', answer: false },
    fragment: { rule: 'fragment', input: '#', answer: false },
  },
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

test('runs the files that not every copy has, where they are there', () => {
  const { status, output } = run({ ...right, ...rest })
  expect(output.split('\n').filter((line) => Object.keys(rest).some((name) => line.startsWith(name))))
    .toMatchInlineSnapshot(`
    [
      "invalid_chars.json               8 of 8 right: is not taken by its rule",
      "invalid_resources.json           1 of 1 right: is not read",
      "invalid_uris.json                1 of 1 right: is not read",
      "message_objects.json             2 of 2 right: is written, or not, as it says",
      "valid_chars.json                 8 of 8 right: is taken by its rule",
      "valid_resources.json             1 of 1 right: is read and written back",
      "valid_specification.json         1 of 1 right: is read and written back",
      "valid_uris.json                  1 of 1 right: is read and written back",
    ]
  `)
  expect(status).toBe(0)
})

test('and tells where they do not come out as they should', () => {
  const { status, output } = run({
    ...right,
    'message_objects.json': {
      sound: { msg: fields, error: 'x' },
      not: { msg: { ...fields, domain: '' }, error: 'none' },
    },
    'valid_uris.json': { unread: { msg: '', uri: {} } },
    'valid_resources.json': { other: { msg: longText, resources: ['b:'] } },
    'valid_specification.json': { other: { msg: longText, items: { requestId: null } } },
    'invalid_uris.json': { sound: text },
    'invalid_resources.json': { sound: longText },
    'valid_chars.json': { other: { rule: 'scheme', input: '1', answer: true } },
    'invalid_chars.json': {
      other: { rule: 'scheme', input: 'a', answer: false },
      unknown: { rule: 'port', input: 'a', answer: false },
    },
  })
  expect(output.split('\n').filter((line) => line.startsWith('  wrong'))).toMatchInlineSnapshot(`
    [
      "  wrong: “other”: accepted",
      "  wrong: “unknown”: no place in a message is known for the rule port",
      "  wrong: “sound”: accepted",
      "  wrong: “sound”: accepted",
      "  wrong: “sound”: accepted",
      "  wrong: “not”: message.domain_empty in line 1 at offset 0",
      "  wrong: “other”: message.uri_invalid",
      "  wrong: “other”: resources is ["a:"]",
      "  wrong: “other”: requestId is """,
      "  wrong: “unread”: message.invalid in line 1 at offset 0",
    ]
  `)
  expect(status).toBe(1)
})
