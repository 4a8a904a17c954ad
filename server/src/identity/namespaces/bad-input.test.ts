// What goes wrong with keys of Solana and Bitcoin, one row each: a code that says what kind of thing it is, never more than that, the same whether anybody
// has the wallet or not, and nothing changed (THREATS S15, S16, P8).
import { encodeBase58 } from '@countersign/message'
import { bitcoinSigner, signersOf, solanaSigner } from '@countersign/testing/signers'
import { createBitcoinKey, signBitcoin } from '@countersign/testing/bitcoin-keys'
import { createSolanaKey, signSolanaBytes } from '@countersign/testing/solana-keys'
import { describe, expect, test } from 'vitest'
import { verifyActivity } from '../../activity/verify.ts'
import { countRows, readEvents } from '../../testing/read-all.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestBrowser } from '../../testing/test-app.ts'

const generous = {
  COUNTERSIGN_SIGN_INS_PER_WALLET_PER_MINUTE: '1000000',
  COUNTERSIGN_SIGN_INS_PER_NETWORK_PER_MINUTE: '1000000',
  COUNTERSIGN_CHALLENGES_PER_NETWORK_PER_MINUTE: '1000000',
}
const alice = signersOf(1)
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

interface Signed {
  message: string
  signature: string
}
type Row = readonly [what: string, code: string, make: (sound: Signed) => Signed]

/** The same with another address, signed anew. */
const withAddress =
  (address: string, sign: (text: string) => string) =>
  ({ message }: Signed): Signed => {
    const lines = message.split('\n')
    lines[1] = address
    const changed = lines.join('\n')
    return { message: changed, signature: sign(changed) }
  }
const withText =
  (change: (text: string) => string, sign: (text: string) => string) =>
  ({ message }: Signed): Signed => {
    const changed = change(message)
    expect(changed).not.toBe(message)
    return { message: changed, signature: sign(changed) }
  }
const withSignature =
  (change: (signature: string) => string) =>
  ({ message, signature }: Signed): Signed => ({ message, signature: change(signature) })

const key = createSolanaKey(1)
const solanaSign = alice.solana.sign
const solanaRows: readonly Row[] = [
  [
    'a look-alike of base58 in the address',
    'message.solana_address_character',
    withAddress(alice.solana.address.replace(/^./, '0'), solanaSign),
  ],
  [
    'a key of 33 bytes',
    'message.solana_address_length',
    withAddress(encodeBase58(new Uint8Array(33).fill(9)), solanaSign),
  ],
  [
    'a key of 31 bytes',
    'message.solana_address_length',
    withAddress(encodeBase58(new Uint8Array(31).fill(9)), solanaSign),
  ],
  ['a leading 1 more', 'message.solana_address_length', withAddress(`1${alice.solana.address}`, solanaSign)],
  ['an address of Ethereum', 'message.solana_address_character', withAddress(alice.eip155.address, solanaSign)],
  [
    'an address of Bitcoin',
    'message.solana_address_length',
    withAddress(bitcoinSigner(1, 'p2pkh').address, solanaSign),
  ],
  // sha256("vault"…) of no key: the second half of all texts of 32 bytes is off the curve.
  [
    'an address that no key has',
    'signature.malformed',
    withAddress('4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM', solanaSign),
  ],
  ['the system program’s address', 'signature.malformed', withAddress('1'.repeat(32), solanaSign)],
  [
    'a signature in base64',
    'signature.malformed',
    ({ message }) => ({ message, signature: Buffer.from(signSolanaBytes(key, bytesOf(message))).toString('base64') }),
  ],
  [
    'a signature in hexadecimal',
    'signature.malformed',
    ({ message }) => ({
      message,
      signature: `0x${Buffer.from(signSolanaBytes(key, bytesOf(message))).toString('hex')}`,
    }),
  ],
  [
    'a signature with the text after it',
    'signature.malformed',
    ({ message }) => ({
      message,
      signature: encodeBase58(Uint8Array.of(...signSolanaBytes(key, bytesOf(message)), ...bytesOf('text'))),
    }),
  ],
  [
    'a signature of another',
    'signature.refused',
    ({ message }) => ({ message, signature: solanaSigner(2).sign(message) }),
  ],
  [
    'a text behind the header of off-chain messages',
    'signature.refused',
    ({ message }) => ({
      message,
      signature: encodeBase58(
        signSolanaBytes(
          key,
          Uint8Array.of(
            255,
            ...bytesOf('solana offchain'),
            0,
            0,
            message.length & 255,
            message.length >> 8,
            ...bytesOf(message),
          ),
        ),
      ),
    }),
  ],
  [
    'the header in the text',
    'message.character_foreign',
    withText((text) => `\u00ffsolana offchain\0\0${text}`, solanaSign),
  ],
  [
    'an empty line more, as others have it',
    'message.blank_line_unexpected',
    withText((text) => text.replace('\nURI', '\n\nURI'), solanaSign),
  ],
  ['a line feed at the end', 'message.line_feed_at_end', withText((text) => `${text}\n`, solanaSign)],
  ['CRLF', 'message.', withText((text) => text.replaceAll('\n', '\r\n'), solanaSign)],
  [
    'fields in another order',
    'message.',
    withText((text) => text.replace(/(Nonce: .*)\n(Issued At: .*)/, '$2\n$1'), solanaSign),
  ],
  ['no nonce', 'message.nonce_missing', withText((text) => text.replace(/\nNonce: .*/, ''), solanaSign)],
  ['no URI', 'message.', withText((text) => text.replace(/\nURI: .*/, ''), solanaSign)],
  ['no version', 'message.', withText((text) => text.replace(/\nVersion: .*/, ''), solanaSign)],
  ['no chain', 'message.', withText((text) => text.replace(/\nChain ID: .*/, ''), solanaSign)],
  ['no time', 'message.', withText((text) => text.replace(/\nIssued At: .*/, ''), solanaSign)],
  [
    'nothing but domain and address',
    'message.',
    withText((text) => text.split('\n').slice(0, 2).join('\n'), solanaSign),
  ],
  ['no statement', 'sign_in.mismatch', withText((text) => text.replace(/\n\n.*\n\n/, '\n\n'), solanaSign)],
  [
    'another statement',
    'sign_in.mismatch',
    withText((text) => text.replace(/\n\n.*\n\n/, '\n\nURI: https://evil.example\n\n'), solanaSign),
  ],
  ['no expiration', 'sign_in.mismatch', withText((text) => text.replace(/\nExpiration Time: .*/, ''), solanaSign)],
  [
    'a not-before that was not issued',
    'sign_in.mismatch',
    withText((text) => `${text}\nNot Before: 2026-01-15T12:00:00.000Z`, solanaSign),
  ],
  [
    'a request id that was not issued',
    'sign_in.mismatch',
    withText((text) => `${text}\nRequest ID: other`, solanaSign),
  ],
  ['an empty request id', 'sign_in.mismatch', withText((text) => `${text}\nRequest ID: `, solanaSign)],
  ['an empty list of resources', 'sign_in.mismatch', withText((text) => `${text}\nResources:`, solanaSign)],
  [
    'another time, of the same moment',
    'sign_in.mismatch',
    withText((text) => text.replace(/(Issued At: .*)\.000Z/, '$1Z'), solanaSign),
  ],
  ['another domain', 'sign_in.mismatch', withText((text) => text.replace(/^[^ ]+/, 'evil.example'), solanaSign)],
  ['a scheme before the domain', 'message.', withText((text) => `https://${text}`, solanaSign)],
  [
    'another URI',
    'sign_in.mismatch',
    withText((text) => text.replace(/\nURI: .*/, '\nURI: https://evil.example'), solanaSign),
  ],
  [
    'another cluster',
    'sign_in.mismatch',
    withText((text) => text.replace('Chain ID: mainnet', 'Chain ID: devnet'), solanaSign),
  ],
  [
    'the old name of the cluster',
    'message.solana_chain_unknown',
    withText((text) => text.replace('Chain ID: mainnet', 'Chain ID: mainnet-beta'), solanaSign),
  ],
  [
    'a chain of Ethereum',
    'message.solana_chain_unknown',
    withText((text) => text.replace('Chain ID: mainnet', 'Chain ID: 1'), solanaSign),
  ],
]

const bitcoinKey = createBitcoinKey(1)
const bitcoinSign = alice.bip122.sign
const { address } = alice.bip122
const bitcoinRows: readonly Row[] = [
  [
    'a capital in bech32',
    'message.bitcoin_address_case',
    withAddress(address.slice(0, -1) + address.slice(-1).toUpperCase().replace(/\d/, 'Q'), bitcoinSign),
  ],
  ['all capitals', 'message.bitcoin_address_case', withAddress(address.toUpperCase(), bitcoinSign)],
  [
    'a checksum that is wrong',
    'message.bitcoin_address_checksum',
    withAddress(address.slice(0, -1) + (address.endsWith('q') ? 'p' : 'q'), bitcoinSign),
  ],
  [
    'a checksum that is wrong, in base58',
    'message.bitcoin_address_checksum',
    withAddress(
      bitcoinSigner(1, 'p2pkh').address.replace(/.$/, (last) => (last === '2' ? '3' : '2')),
      bitcoinSign,
    ),
  ],
  [
    'a look-alike of base58',
    'message.bitcoin_address_character',
    withAddress(bitcoinSigner(1, 'p2pkh').address.replace(/.$/, 'l'), bitcoinSign),
  ],
  ['a look-alike of bech32', 'message.bitcoin_address_character', withAddress(address.replace(/.$/, 'b'), bitcoinSign)],
  ['a public key', 'message.bitcoin_address_character', withAddress(`02${'ab'.repeat(32)}`, bitcoinSign)],
  [
    'a wallet of the test network',
    'message.chain_of_another_address',
    withAddress(bitcoinSigner(1, 'p2wpkh', 'testnet').address, bitcoinSigner(1, 'p2wpkh', 'testnet').sign),
  ],
  [
    'one of old of the test network',
    'message.chain_of_another_address',
    withAddress(bitcoinSigner(1, 'p2pkh', 'testnet').address, bitcoinSigner(1, 'p2pkh', 'testnet').sign),
  ],
  ['an address of Ethereum', 'message.bitcoin_address_character', withAddress(alice.eip155.address, bitcoinSign)],
  ['an address of Solana', 'message.bitcoin_address_length', withAddress(alice.solana.address, bitcoinSign)],
  [
    'a chain of Ethereum',
    'message.bitcoin_chain_unknown',
    withText((text) => text.replace(/Chain ID: .*/, 'Chain ID: 1'), bitcoinSign),
  ],
  [
    'the whole hash of the first block',
    'message.bitcoin_chain_unknown',
    withText((text) => text.replace(/Chain ID: (.*)/, 'Chain ID: $1$1'), bitcoinSign),
  ],
  [
    'the test network with an address of it',
    'sign_in.mismatch',
    (sound) => {
      const { address: other, sign } = bitcoinSigner(1, 'p2wpkh', 'testnet')
      return withAddress(
        other,
        sign,
      )({ ...sound, message: sound.message.replace(/Chain ID: .*/, 'Chain ID: 00000008819873e925422c1ff0f99f7c') })
    },
  ],
  [
    'a signature of another',
    'signature.refused',
    ({ message }) => ({ message, signature: bitcoinSigner(2).sign(message) }),
  ],
  [
    'a signature of the same key’s other address',
    'signature.refused',
    ({ message }) => ({ message, signature: signBitcoin(createBitcoinKey(1, 'p2tr'), message, 'full', true) }),
  ],
  [
    'the signature of old',
    'signature.malformed',
    ({ message }) => ({ message, signature: signBitcoin(createBitcoinKey(1, 'p2pkh'), message) }),
  ],
  ['a proof of funds', 'signature.malformed', withSignature((signature) => `pof${signature.slice(3)}`)],
  [
    'a signature in hexadecimal',
    'signature.malformed',
    ({ message }) => ({ message, signature: Buffer.from(signBitcoin(bitcoinKey, message), 'base64').toString('hex') }),
  ],
  [
    'a signature of base64 for addresses of the web',
    'signature.malformed',
    withSignature((signature) => signature.replace(/=*$/, '').replaceAll('+', '-').replaceAll('/', '_') + '-'),
  ],
  ['a signature with white space', 'signature.malformed', withSignature((signature) => `${signature}\n`)],
  [
    'a bare witness of an address within P2SH',
    'signature.malformed',
    (sound) => {
      const nested = createBitcoinKey(1, 'p2sh-p2wpkh')
      return withAddress(nested.address, (text) => signBitcoin(nested, text, 'simple'))(sound)
    },
  ],
  [
    'a signature of one line feed more',
    'signature.refused',
    ({ message }) => ({ message, signature: bitcoinSign(`${message}\n`) }),
  ],
  ['an empty line less', 'message.', withText((text) => text.replace(/\n\n(.*)\n\n/, '\n\n$1\n'), bitcoinSign)],
  ['no statement', 'sign_in.mismatch', withText((text) => text.replace(/\n\n.*\n\n/, '\n\n\n'), bitcoinSign)],
  ['an empty statement', 'sign_in.mismatch', withText((text) => text.replace(/\n\n.*\n\n/, '\n\n\n\n'), bitcoinSign)],
  ['a line feed at the end', 'message.line_feed_at_end', withText((text) => `${text}\n`, bitcoinSign)],
]

const attempt = async (browser: TestBrowser, row: Row, name: 'solana' | 'bip122') =>
  browser.send('POST', '/api/sign-in', row[2](await browser.sign(alice[name])))

const stateOf = async ({ database }: TestApp) => {
  const { people, wallets, proofs, sessions } = await countRows(database.queries)
  return { people, wallets, proofs, sessions }
}

describe.each([
  ['solana', solanaRows],
  ['bip122', bitcoinRows],
] as const)('S15 S16 P8 of %s', (name, rows) => {
  test.each(rows)('%s: %s, and nothing is changed', async (...row) => {
    const [app, known] = [
      await createTestApp({ environment: generous }),
      await createTestApp({ environment: generous }),
    ]
    // There somebody has the wallet, and is signed in.
    const owner = known.openBrowser()
    for (const signer of [alice[name], bitcoinSigner(1, 'p2wpkh', 'mainnet'), bitcoinSigner(1, 'p2sh-p2wpkh')])
      await owner.signIn(signer)
    const before = await stateOf(known)
    const answers = []
    for (const one of [app, known]) {
      const response = await attempt(one.openBrowser(), row, name)
      expect(response.statusCode).toBeGreaterThanOrEqual(400)
      expect(response.statusCode).toBeLessThan(500)
      const { code, ...told } = response.json<{ code: string; request?: string }>()
      expect(code.startsWith(row[1]), code).toBe(true)
      answers.push({ code, told, cookies: response.cookies.map((cookie) => cookie.name).toSorted() })
      // What exactly it was stands in the log alone.
      if (!code.startsWith('message.'))
        for (const word of ['curve', 'small_order', 'signer', 'legacy', 'not_base', 'statement', 'nonce'])
          expect(response.body).not.toContain(word)
      expect(await verifyActivity(one.database.queries)).toMatchObject({ outcome: 'whole' })
    }
    expect(withoutRandom(answers[0])).toEqual(withoutRandom(answers[1]))
    expect(await stateOf(app)).toEqual({ people: 0, wallets: 0, proofs: 0, sessions: 0 })
    expect(await stateOf(known)).toEqual(before)
    expect((await readEvents(app.database.queries)).every((line) => line.startsWith('sign-in.refused'))).toBe(true)
  })
})

/** What a request has of its own. */
function withoutRandom(answer: unknown): unknown {
  return JSON.parse(
    JSON.stringify(answer, (member, value: unknown) =>
      ['request', 'requestId', 'instance'].includes(member) ? undefined : value,
    ),
  )
}
