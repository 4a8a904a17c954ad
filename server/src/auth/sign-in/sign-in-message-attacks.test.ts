// Tests of malicious messages, each signed by the right wallet.
import { formatSignInMessage } from '@countersign/message'
import type { SignInMessage } from '@countersign/message'
import { signEthereumMessage, ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { countRowsPerTable } from '../../testing/inspect-test-database.ts'
import { createTestServer } from '../../testing/countersign-test-server.ts'
import type { TestServer } from '../../testing/countersign-test-server.ts'
import { relaxedChallengeRateLimits } from '../../testing/passkey-test-steps.ts'

async function expectNothing(app: TestServer): Promise<void> {
  expect(await countRowsPerTable(app.database.queries)).toMatchObject({ people: 0, wallets: 0, proofs: 0, sessions: 0 })
}

describe('sign-in refuses a message that differs from the issued one', () => {
  const changes: [string, Partial<SignInMessage>][] = [
    ['M7: another domain', { domain: 'evil.example' }],
    ['M7: a subdomain', { domain: 'a.sign-in.example' }],
    ['M7: the parent domain', { domain: 'example' }],
    ['M7: a suffix trick', { domain: 'sign-in.example.evil.example' }],
    ['M7: userinfo', { domain: 'sign-in.example@evil.example' }],
    ['M7: a port', { domain: 'sign-in.example:8443' }],
    ['M7: the default port spelled out', { domain: 'sign-in.example:443' }],
    ['M7: a trailing dot', { domain: 'sign-in.example.' }],
    ['M7: upper case', { domain: 'Sign-In.example' }],
    ['M7: an IPv6 literal', { domain: '[::1]' }],
    ['M7: an IDN look-alike', { domain: 'xn--sgn-in-l4a.example' }],
    ['M8: the scheme http', { scheme: 'http' }],
    ['M8: a scheme where none was issued', { scheme: 'https' }],
    ['M8: a URI of another origin', { uri: 'https://evil.example/sign-in' }],
    ['M8: a URI with a fragment', { uri: 'https://sign-in.example/sign-in#x' }],
    ['M8: a URI with userinfo', { uri: 'https://a@sign-in.example/sign-in' }],
    ['M9: a chain that is not allowed', { chainId: '4' }],
    ['M9: chain 0', { chainId: '0' }],
    ['M9: a chain with leading zeros', { chainId: '01' }],
    ['M9: a chain beyond 2^53', { chainId: '9007199254740993' }],
    ['M10: an issued-at in the past', { issuedAt: '2026-01-15T11:59:00.000Z' }],
    ['M10: an issued-at in the future', { issuedAt: '2026-01-15T12:03:00.000Z' }],
    ['M10: the same time in lower case', { issuedAt: '2026-01-15t12:00:00.000z' }],
    ['M10: the same time with an offset', { issuedAt: '2026-01-15T13:00:00.000+01:00' }],
    ['M10: a later expiration', { expirationTime: '2036-01-15T12:05:00.000Z' }],
    ['M10: an earlier expiration', { expirationTime: '2026-01-15T11:00:00.000Z' }],
    ['M10: a not-before in the past', { notBefore: '2026-01-15T11:00:00.000Z' }],
    ['M10: a not-before in the future', { notBefore: '2026-01-15T13:00:00.000Z' }],
    ['M13: resources', { resources: ['https://sign-in.example/all'] }],
    ['M13: an empty list of resources', { resources: [] }],
    ['M13: a javascript: resource', { resources: ['javascript:alert(1)'] }],
    ['M11: another statement', { statement: 'Give everything away.' }],
    ['M11: an empty statement', { statement: '' }],
    ['a request id where none was issued', { requestId: 'x' }],
  ]

  test.each(changes)('%s', async (_what, change) => {
    const app = await createTestServer()
    const response = await app.openBrowser().signIn(ethereumTestKeys.alice, change)
    expect(response.json()).toMatchObject({ code: 'sign_in.message_mismatch', status: 401 })
    expect(response.json()).not.toHaveProperty('field')
    await expectNothing(app)
  })

  test.each([
    ['no expiration', 'expirationTime'],
    ['no statement', 'statement'],
  ] as const)('M10 M11: a message with %s', async (_what, name) => {
    const app = await createTestServer()
    const browser = app.openBrowser()
    const { message: issued } = await browser.requestChallenge()
    const { [name]: _left, ...rest } = issued
    const message = formatSignInMessage({ ...rest, address: ethereumTestKeys.alice.address, chainId: '1' })
    const response = await browser.send('POST', '/api/sign-in', {
      message,
      signature: signEthereumMessage(ethereumTestKeys.alice, message),
    })
    expect(response.json()).toMatchObject({ code: 'sign_in.message_mismatch' })
    await expectNothing(app)
  })
})

describe('sign-in on http://localhost', () => {
  const environment = { COUNTERSIGN_ORIGIN: 'http://localhost:4321' }

  test('M8: issues a message without a scheme but with an http URI, and accepts it', async () => {
    const app = await createTestServer({ environment })
    const browser = app.openBrowser()
    const { message } = await browser.requestChallenge()
    expect(message).not.toHaveProperty('scheme')
    expect(message).toMatchObject({ domain: 'localhost:4321', uri: 'http://localhost:4321/sign-in' })
    const { message: text } = await browser.signChallenge()
    expect(text).toMatch(/^localhost:4321 wants you to sign in/)
    expect((await browser.signIn()).statusCode).toBe(200)
  })

  test.each<[string, Partial<SignInMessage>]>([
    ['M8: the scheme of the origin, although none was issued', { scheme: 'http' }],
    ['M8: the scheme https', { scheme: 'https' }],
    ['M8: a URI with https', { uri: 'https://localhost:4321/sign-in' }],
    ['M7: another port', { domain: 'localhost:4322' }],
    ['M7: no port', { domain: 'localhost' }],
    ['M7: the IP address of the same host', { domain: '127.0.0.1:4321' }],
  ])('%s is refused', async (_what, change) => {
    const app = await createTestServer({ environment })
    const response = await app.openBrowser().signIn(ethereumTestKeys.alice, change)
    expect(response.json()).toMatchObject({ code: 'sign_in.message_mismatch', status: 401 })
    await expectNothing(app)
  })
})

describe('sign-in refuses a malformed message before any lookup', () => {
  const lowerCase = ethereumTestKeys.alice.address.toLowerCase()
  const mutations: [string, (text: string) => string][] = [
    ['M3: a nonce that is too short', (text) => text.replace(/Nonce: .*/, 'Nonce: abc1234')],
    ['M3: a nonce with other characters', (text) => text.replace(/Nonce: /, 'Nonce: -')],
    ['M9: version 2', (text) => text.replace('Version: 1', 'Version: 2')],
    ['M9: a hexadecimal chain', (text) => text.replace('Chain ID: 1', 'Chain ID: 0x1')],
    ['M9: a negative chain', (text) => text.replace('Chain ID: 1', 'Chain ID: -1')],
    ['M10: a day that does not exist', (text) => text.replace(/Issued At: .*/, 'Issued At: 2026-02-30T12:00:00Z')],
    ['M10: an expiration that is not a date', (text) => text.replace(/Expiration Time: .*/, 'Expiration Time: never')],
    ['M11: CRLF line endings', (text) => text.replaceAll('\n', '\r\n')],
    ['M11: a trailing line feed', (text) => `${text}\n`],
    ['M11: a leading line feed', (text) => `\n${text}`],
    ['M11: a line feed in the statement', (text) => text.replace('This is', 'This\nis')],
    ['M11: a second nonce', (text) => text.replace(/(Nonce: .*)/, '$1\n$1')],
    ['M11: a missing nonce', (text) => text.replace(/Nonce: .*\n/, '')],
    ['M11: fields in another order', (text) => text.replace(/(Version: 1)\n(Chain ID: 1)/, '$2\n$1')],
    ['M11: an extra field', (text) => text.replace('Version: 1', 'Version: 1\nAdmin: yes')],
    ['M12: a zero-width space', (text) => text.replace('Sign in', 'Sign\u200b in')],
    ['M12: a right-to-left override', (text) => text.replace('Sign in', '\u202eSign in')],
    ['M12: a NUL character', (text) => text.replace('Sign in', 'Sign\0in')],
    ['M12: a Cyrillic letter in the domain', (text) => text.replace('sign-in.example', 's\u0456gn-in.example')],
    ['M15: the address in lower case', (text) => text.replace(ethereumTestKeys.alice.address, lowerCase)],
    [
      'M15: the address in upper case',
      (text) => text.replace(ethereumTestKeys.alice.address, `0x${lowerCase.slice(2).toUpperCase()}`),
    ],
    ['M15: the address with 0X', (text) => text.replace('\n0x', '\n0X')],
  ]

  test.each(mutations)('%s', async (_what, mutate) => {
    const app = await createTestServer()
    const browser = app.openBrowser()
    const { message: text } = await browser.signChallenge()
    const message = mutate(text)
    expect(message).not.toBe(text)
    const response = await browser.send('POST', '/api/sign-in', {
      message,
      signature: signEthereumMessage(ethereumTestKeys.alice, message),
    })
    expect(response.statusCode).toBe(400)
    const problem = response.json<{ code: string; line: number; offset: number }>()
    expect(problem.code).toMatch(/^message\./)
    expect(problem.line).toBeGreaterThan(0)
    expect(problem.offset).toBeGreaterThanOrEqual(0)
    await expectNothing(app)
  })

  test('M14: a message, signature or body above its size limit', async () => {
    const app = await createTestServer()
    const browser = app.openBrowser()
    const signed = await browser.signChallenge()
    const long = await browser.send('POST', '/api/sign-in', { ...signed, message: signed.message + 'a'.repeat(4096) })
    expect(long.json()).toMatchObject({ status: 400, code: 'message.too_long' })
    const signature = await browser.send('POST', '/api/sign-in', { ...signed, signature: `0x${'0'.repeat(8192)}` })
    expect(signature.json()).toMatchObject({ status: 400, code: 'signature.too_long' })
    const body = await browser.send('POST', '/api/sign-in', { ...signed, message: 'a'.repeat(40_000) })
    expect(body.json()).toMatchObject({ status: 413, code: 'request.too_large' })
    await expectNothing(app)
  })

  test('M16: a separate address in the request', async () => {
    const app = await createTestServer()
    const browser = app.openBrowser()
    const response = await browser.send('POST', '/api/sign-in', {
      ...(await browser.signChallenge()),
      address: ethereumTestKeys.bob.address,
    })
    expect(response.json()).toMatchObject({ code: 'request.invalid' })
    await expectNothing(app)
  })
})

describe('sign-in signatures', () => {
  test('M15: v of 0 or 1 signs in to the same identity as 27 or 28', async () => {
    const app = await createTestServer()
    const browser = app.openBrowser()
    await browser.signIn()
    const signed = await browser.signChallenge()
    const v = Number.parseInt(signed.signature.slice(-2), 16) - 27
    const signature = `${signed.signature.slice(0, -2)}0${v}`
    expect((await browser.send('POST', '/api/sign-in', { ...signed, signature })).statusCode).toBe(200)
    expect(await countRowsPerTable(app.database.queries)).toMatchObject({ people: 1, wallets: 1 })
  })

  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const hex = (value: bigint): string => value.toString(16).padStart(64, '0')
  const [r, s, v] = [2, 66, 130] as const
  const variants: [string, (signature: string) => string][] = [
    [
      'high s',
      (text) => text.slice(0, s) + hex(order - BigInt(`0x${text.slice(s, v)}`)) + (text.endsWith('1b') ? '1c' : '1b'),
    ],
    ['v of 29', (text) => `${text.slice(0, v)}1d`],
    ['v of 35', (text) => `${text.slice(0, v)}23`],
    ['v of 2', (text) => `${text.slice(0, v)}02`],
    ['r of zero', (text) => `0x${hex(0n)}${text.slice(s)}`],
    ['r of n', (text) => `0x${hex(order)}${text.slice(s)}`],
    ['s of zero', (text) => text.slice(0, s) + hex(0n) + text.slice(v)],
    ['s of n', (text) => text.slice(0, s) + hex(order) + text.slice(v)],
    ['64 bytes', (text) => text.slice(0, v)],
    ['no 0x prefix', (text) => text.slice(r)],
    ['a non-hexadecimal character', (text) => `${text.slice(0, -1)}g`],
  ]
  // Only a contract's signature can have these lengths.
  const ofContracts: typeof variants = [
    ['66 bytes', (text) => `${text}00`],
    ['ERC-6492 wrapping', (text) => text + '6492'.repeat(16)],
  ]
  const answers = [
    ...variants.map((variant) => [...variant, { code: 'signature.malformed', status: 400 }] as const),
    ...ofContracts.map((variant) => [...variant, { code: 'chain.not_supported', status: 403 }] as const),
  ]
  test.each(answers)('S1: a signature with %s is refused', async (_what, change, answer) => {
    const app = await createTestServer()
    const browser = app.openBrowser()
    const signed = await browser.signChallenge()
    const response = await browser.send('POST', '/api/sign-in', { ...signed, signature: change(signed.signature) })
    expect(response.json()).toMatchObject(answer)
    await expectNothing(app)
  })

  test('S2: a flipped bit in the signature is refused', async () => {
    const app = await createTestServer({ environment: relaxedChallengeRateLimits })
    const browser = app.openBrowser()
    for (let bit = 0; bit < 65 * 8; bit += 7) {
      const signed = await browser.signChallenge()
      const bytes = Buffer.from(signed.signature.slice(2), 'hex')
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      const response = await browser.send('POST', '/api/sign-in', {
        ...signed,
        signature: `0x${bytes.toString('hex')}`,
      })
      expect([400, 401]).toContain(response.statusCode)
    }
    await expectNothing(app)
  })

  test('S2: a flipped bit in the message is refused', async () => {
    const app = await createTestServer({ environment: relaxedChallengeRateLimits })
    const browser = app.openBrowser()
    const { message: sample } = await browser.signChallenge()
    for (let bit = 0; bit < sample.length * 8; bit += 11) {
      const signed = await browser.signChallenge()
      const bytes = Buffer.from(signed.message, 'latin1')
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      const response = await browser.send('POST', '/api/sign-in', { ...signed, message: bytes.toString('latin1') })
      expect([400, 401]).toContain(response.statusCode)
    }
    await expectNothing(app)
  })
})
