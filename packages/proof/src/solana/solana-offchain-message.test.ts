// Tests signatures of hardware wallets on Solana, which sign an off-chain message. @solana/kit writes
// the sound ones (THREATS S15).
import { encodeBase58 } from '@countersign/message'
import { validSolanaMessageExample } from '@countersign/message/message-error-examples'
import { ed25519 } from '@noble/curves/ed25519.js'
import {
  address as kitAddress,
  createKeyPairFromPrivateKeyBytes,
  getOffchainMessageEnvelopeEncoder,
  getOffchainMessageV0Encoder,
  getOffchainMessageV1Encoder,
  offchainMessageApplicationDomain,
  offchainMessageContentRestrictedAsciiOf1232BytesMax,
  offchainMessageContentUtf8Of1232BytesMax,
  offchainMessageContentUtf8Of65535BytesMax,
  partiallySignOffchainMessageEnvelope,
} from '@solana/kit'
import { describe, expect, test } from 'vitest'
import { createSolanaTestKey, signSolanaBytes } from '../../../testing/src/solana-test-keys.ts'
import type { SolanaTestKey } from '../../../testing/src/solana-test-keys.ts'
import { encodeSolanaOffchainEnvelope } from './encode-solana-offchain-envelope.ts'
import { parseSolanaOffchainMessage } from './parse-solana-offchain-message.ts'
import { verifySolanaSignature } from './verify-solana-signature.ts'

const alice = createSolanaTestKey(1)
const bob = createSolanaTestKey(2)
const text = validSolanaMessageExample.replace('4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T', alice.address)
const oneLine = 'A text without line breaks'
const domain = offchainMessageApplicationDomain(encodeBase58(new Uint8Array(32).fill(9)))
const encode = (value: string): Uint8Array => new TextEncoder().encode(value)
const replaceByte = (message: Uint8Array, at: number, byte: number): Uint8Array =>
  message.map((old, index) => (index === at ? byte : old))
const base64Of = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

const outcomeOf = (signedText: string, signature: string, { address }: { address: string } = alice): string => {
  const proof = verifySolanaSignature(signedText, signature, address)
  return proof.outcome === 'verified' ? proof.outcome : proof.reason
}
const sign = (key: SolanaTestKey, message: Uint8Array): string =>
  encodeSolanaOffchainEnvelope(signSolanaBytes(key, message), message)

const contents = {
  ascii: offchainMessageContentRestrictedAsciiOf1232BytesMax,
  utf8: offchainMessageContentUtf8Of1232BytesMax,
  long: offchainMessageContentUtf8Of65535BytesMax,
}
const version0 = (value: string, format: keyof typeof contents = 'utf8', signers = [alice]): Uint8Array =>
  Uint8Array.from(
    getOffchainMessageV0Encoder().encode({
      version: 0,
      applicationDomain: domain,
      content: contents[format](value) as ReturnType<typeof contents.utf8>,
      requiredSignatories: signers.map(({ address }) => ({ address: kitAddress(address) })),
    }),
  )
const version1 = (value: string, signers = [alice]): Uint8Array =>
  Uint8Array.from(
    getOffchainMessageV1Encoder().encode({
      version: 1,
      content: value,
      requiredSignatories: signers.map(({ address }) => ({ address: kitAddress(address) })),
    }),
  )

describe('a Solana off-chain message', () => {
  test.each([
    ['version 1', text, version1(text)],
    ['version 1 with letters outside ASCII', 'Grüße 漢字', version1('Grüße 漢字')],
    ['version 0 in format 1', text, version0(text)],
    ['version 0 in format 0', oneLine, version0(oneLine, 'ascii')],
    ['version 0 in format 0 with line feeds, as Ledger writes it', text, replaceByte(version0(text), 49, 0)],
  ])('of %s is accepted for its text and signer only', (_, value, message) => {
    const signature = sign(alice, message)
    expect(verifySolanaSignature(value, signature, alice.address)).toEqual({ outcome: 'verified', method: 'ed25519' })
    expect(outcomeOf(`${value} `, signature)).toBe('offchain_text')
    expect(outcomeOf(value.slice(1), signature)).toBe('offchain_text')
    expect(outcomeOf(value, signature, bob)).toBe('offchain_signers')
    expect(outcomeOf(value, sign(bob, message))).toBe('other_signer')
  })

  test('of version 0 is accepted with a text that is longer than @solana/kit allows', () => {
    const long = 'long text\n'.repeat(200)
    const length = [long.length & 255, long.length >> 8]
    for (const format of [0, 1]) {
      const message = Uint8Array.of(...version0(text).subarray(0, 83), ...length, ...encode(long))
      message[49] = format
      expect(outcomeOf(long, sign(alice, message))).toBe('verified')
      expect(outcomeOf(`${long} `, sign(alice, message))).toBe('offchain_text')
    }
  })

  test('is the same envelope as the one of @solana/kit', async () => {
    const message = version0(text)
    const pair = await createKeyPairFromPrivateKeyBytes(alice.seed)
    const signed = await partiallySignOffchainMessageEnvelope([pair], {
      content: message as never,
      signatures: { [kitAddress(alice.address)]: null },
    } as never)
    const envelope = base64Of(Uint8Array.from(getOffchainMessageEnvelopeEncoder().encode(signed)))
    expect(envelope).toBe(sign(alice, message))
    expect(outcomeOf(text, envelope)).toBe('verified')
  })

  test('keeps the application domain of version 0', () => {
    expect(parseSolanaOffchainMessage(version0(text))).toMatchObject({
      version: 0,
      applicationDomain: new Uint8Array(32).fill(9),
    })
    expect(parseSolanaOffchainMessage(version1(text))).toMatchObject({ version: 1, applicationDomain: null })
  })
})

describe('the envelope of a Solana off-chain message', () => {
  test('can be written for messages of any length', () => {
    const message = new Uint8Array(200_000).fill(0xff)
    const signature = new Uint8Array(64).fill(1)
    expect(encodeSolanaOffchainEnvelope(signature, message)).toBe(
      base64Of(Uint8Array.from([1, ...signature, ...message])),
    )
  })

  test.each([0, 63, 65, 128])('is not written for a signature of %i bytes', (length) => {
    expect(() => encodeSolanaOffchainEnvelope(new Uint8Array(length), version1(text))).toThrow(RangeError)
  })
})

describe('S15: invalid Solana off-chain messages', () => {
  const oldHeader = (value: string): Uint8Array => {
    const body = encode(value)
    return Uint8Array.of(0xff, ...encode('solana offchain'), 0, 1, body.length & 255, body.length >> 8, ...body)
  }

  test.each([
    ['the old header of Ledger apps and the Solana CLI', oldHeader(text), 'offchain_old_header'],
    ['two signers', version1(text, [alice, bob]), 'offchain_signers'],
    ['two signers in version 0', version0(text, 'utf8', [alice, bob]), 'offchain_signers'],
    ['another signer', version1(text, [bob]), 'offchain_signers'],
    ['no signer', replaceByte(version1(text), 17, 0), 'offchain_malformed'],
    ['format 2', version0(text, 'long'), 'offchain_format'],
    ['other characters than ASCII in format 0', replaceByte(version0('Grüße'), 49, 0), 'offchain_format'],
    ['an unknown version', replaceByte(version1(text), 16, 2), 'offchain_version'],
    ['a byte after the text', Uint8Array.of(...version0(text), 0), 'offchain_malformed'],
    ['a byte after the text of version 1', Uint8Array.of(...version1(text), 0), 'offchain_text'],
    ['a text that is cut off', version0(text).subarray(0, -1), 'offchain_malformed'],
    ['a length before the text of version 1', withLength(version1(text)), 'offchain_old_header'],
    ['no text', version1('x').subarray(0, -1), 'offchain_malformed'],
    ['nothing but the signing domain', version1(text).subarray(0, 16), 'offchain_malformed'],
    ['another signing domain', replaceByte(version1(text), 1, 0x53), 'not_base58'],
  ])('is refused with %s', (_, message, reason) => {
    expect(outcomeOf(text, sign(alice, message))).toBe(reason)
  })

  test('is refused without a signature, with several, and in another encoding', () => {
    const message = version1(text)
    const signature = signSolanaBytes(alice, message)
    const envelope = Uint8Array.of(1, ...signature, ...message)
    expect(outcomeOf(text, base64Of(envelope))).toBe('verified')
    expect(outcomeOf(text, base64Of(Uint8Array.of(0, ...message)))).toBe('offchain_signers')
    expect(outcomeOf(text, base64Of(Uint8Array.of(2, ...signature, ...signature, ...message)))).toBe('offchain_signers')
    for (const other of [
      base64Of(message),
      base64Of(Uint8Array.of(2, ...signature, ...message)),
      base64Of(envelope).replace(/=*$/, '') + '\n',
      Buffer.from(envelope).toString('base64url') + '-',
      encodeBase58(envelope),
      `smp${base64Of(envelope)}`,
    ])
      expect(outcomeOf(text, other)).toBe('not_base58')
    expect(outcomeOf(text, 'A'.repeat(16_384))).toBe('not_base58')
    expect(outcomeOf(text, 'A'.repeat(16_385))).toBe('too_long')
  })

  test('is refused with any bit flipped', () => {
    const message = version0(text)
    const envelope = Uint8Array.of(1, ...signSolanaBytes(alice, message), ...message)
    for (let bit = 0; bit < envelope.length * 8; bit += 1) {
      const other = envelope.slice()
      other[bit >> 3]! ^= 1 << (bit & 7)
      expect(outcomeOf(text, base64Of(other)), String(bit)).not.toBe('verified')
    }
  })

  test('does not weaken the checks of the key and the signature', () => {
    const message = version1(text, [{ ...alice, address: encodeBase58(ed25519.Point.ZERO.toBytes()) }])
    const nobody = { address: encodeBase58(ed25519.Point.ZERO.toBytes()) }
    const forged = Uint8Array.of(...ed25519.Point.ZERO.toBytes(), ...new Uint8Array(32))
    expect(outcomeOf(text, encodeSolanaOffchainEnvelope(forged, message), nobody)).toBe('key_small_order')
  })
})

/** One Ledger parser expects this length, which @solana/kit does not write. */
function withLength(message: Uint8Array): Uint8Array {
  const content = message.subarray(50)
  return Uint8Array.of(...message.subarray(0, 50), content.length & 255, content.length >> 8, ...content)
}
