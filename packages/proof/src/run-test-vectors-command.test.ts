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

test('run-test-vectors exits with 0 if every vector passes', () => {
  const { status, output } = run(right)
  expect(output).toMatchInlineSnapshot(`
    "eip1271.json                     not run (1): needs contract calls on Ethereum mainnet; this command reads no chain
    parsing_negative.json            1 of 1 passed: is rejected
    parsing_negative_objects.json    1 of 1 passed: is rejected
    parsing_positive.json            1 of 1 passed: parses to the expected fields and round-trips
    verification_negative.json       1 of 1 passed: is rejected
    verification_positive.json       0 of 0 passed: is accepted with its signature
    "
  `)
  expect(status).toBe(0)
})

test('run-test-vectors exits with 1 and explains each failed vector', () => {
  const { status, output } = run({
    ...right,
    'parsing_positive.json': {
      other: { message: text, fields: { ...fields, chainId: 2 } },
      unread: { message: '', fields },
    },
    'parsing_negative.json': { sound: text },
    'verification_positive.json': { unsigned: { ...fields, signature: '0x' } },
  })
  expect(output.split('\n').filter((line) => line.startsWith('  failed'))).toMatchInlineSnapshot(`
    [
      "  failed: “sound”: accepted",
      "  failed: “other”: chainId is "1"",
      "  failed: “unread”: message.invalid on line 1 at offset 0",
      "  failed: “unsigned”: proof refused: length",
    ]
  `)
  expect(status).toBe(1)
})

test('run-test-vectors runs the optional vector files if they are present', () => {
  const { status, output } = run({ ...right, ...rest })
  expect(output.split('\n').filter((line) => Object.keys(rest).some((name) => line.startsWith(name))))
    .toMatchInlineSnapshot(`
    [
      "invalid_chars.json               8 of 8 passed: does not match its rule",
      "invalid_resources.json           1 of 1 passed: is rejected",
      "invalid_uris.json                1 of 1 passed: is rejected",
      "message_objects.json             2 of 2 passed: is formatted or rejected as specified",
      "valid_chars.json                 8 of 8 passed: matches its rule",
      "valid_resources.json             1 of 1 passed: parses and round-trips",
      "valid_specification.json         1 of 1 passed: parses and round-trips",
      "valid_uris.json                  1 of 1 passed: parses and round-trips",
    ]
  `)
  expect(status).toBe(0)
})

test('run-test-vectors exits with 1 if a vector in an optional file fails', () => {
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
  expect(output.split('\n').filter((line) => line.startsWith('  failed'))).toMatchInlineSnapshot(`
    [
      "  failed: “other”: accepted",
      "  failed: “unknown”: unknown rule port",
      "  failed: “sound”: accepted",
      "  failed: “sound”: accepted",
      "  failed: “sound”: accepted",
      "  failed: “not”: message.domain_empty on line 1 at offset 0",
      "  failed: “other”: message.uri_invalid",
      "  failed: “other”: resources is ["a:"]",
      "  failed: “other”: requestId is """,
      "  failed: “unread”: message.invalid on line 1 at offset 0",
    ]
  `)
  expect(status).toBe(1)
})
