import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak256, toChecksumAddress } from '@countersign/message'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeHex } from './hex-encoding.ts'
import { hashPersonalMessage } from './personal-message-hash.ts'
import { ethereumKeyVerificationErrors } from './ethereum-verification-errors.ts'
import { verifyEthereumKeySignature } from './verify-ethereum-key-signature.ts'

// These keys are only for tests, so they may be public.
const testKey = new Uint8Array(32).fill(0x11)
const otherTestKey = new Uint8Array(32).fill(0x22)

const order = secp256k1.Point.Fn.ORDER
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const word = (number: bigint) => number.toString(16).padStart(64, '0')

function addressOf(key: Uint8Array): string {
  return toChecksumAddress('0x' + hexOf(keccak256(secp256k1.getPublicKey(key, false).subarray(1)).subarray(12)))
}

function sign(text: string, key = testKey): { r: bigint; s: bigint; recovery: number } {
  const bytes = secp256k1.sign(hashPersonalMessage(text), key, { prehash: false, format: 'recovered' })
  const { r, s, recovery } = secp256k1.Signature.fromBytes(bytes, 'recovered')
  return { r, s, recovery: recovery! }
}

function write(r: bigint, s: bigint, v: number): string {
  return `0x${word(r)}${word(s)}${v.toString(16).padStart(2, '0')}`
}

const text = 'example.com wants you to sign in with your Ethereum account:\n'
const address = addressOf(testKey)
const { r, s, recovery } = sign(text)
const signature = write(r, s, recovery + 27)

function reason(changed: { text?: string; signature?: string; address?: string }): string {
  const proof = verifyEthereumKeySignature(
    changed.text ?? text,
    changed.signature ?? signature,
    changed.address ?? address,
  )
  return proof.outcome === 'verified' ? 'verified' : proof.reason
}

describe('Ethereum key signatures', () => {
  test('accepts a signature by the key of the address', () => {
    expect(verifyEthereumKeySignature(text, signature, address)).toEqual({ outcome: 'verified', method: 'ecdsa' })
  })

  test('accepts a signature made by web3.js', () => {
    // The text and its hash are an example in the documentation of web3.js (eth.accounts.sign).
    expect(hexOf(hashPersonalMessage('Some data'))).toBe(
      '1da44b586eb0729ff70a73c326926f6ed5a25f5b056e7f47fbc6e58d86871655',
    )
    expect(
      verifyEthereumKeySignature(
        'Some data',
        '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c',
        '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23',
      ),
    ).toEqual({ outcome: 'verified', method: 'ecdsa' })
  })

  test('ignores the letter case of hexadecimal digits', () => {
    expect(reason({ signature: '0x' + signature.slice(2).toUpperCase() })).toBe('verified')
    expect(reason({ address: address.toLowerCase() })).toBe('verified')
  })

  test('accepts a signature of the UTF-8 bytes of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (any) => {
        const made = sign(any)
        expect(reason({ text: any, signature: write(made.r, made.s, made.recovery + 27) })).toBe('verified')
      }),
      { numRuns: 30 },
    )
  })

  test('refuses the text if a line feed is added or missing, or the line endings differ', () => {
    expect(reason({ text: text + '\n' })).toBe('other_signer')
    expect(reason({ text: text.trimEnd() })).toBe('other_signer')
    expect(reason({ text: text.replace('\n', '\r\n') })).toBe('other_signer')
  })
})

describe('S1: each signature has only one accepted form', () => {
  test.each([0, 27])('S1: accepts v if it is the recovery ID plus %i', (base) =>
    expect(reason({ signature: write(r, s, recovery + base) })).toBe('verified'),
  )

  test('S1: refuses the other v, with which another key is recovered', () => {
    expect(reason({ signature: write(r, s, 1 - recovery) })).toBe('other_signer')
  })

  test('S1: refuses every v except 0, 1, 27 and 28', () => {
    for (let v = 0; v < 256; v += 1) {
      if ([0, 1, 27, 28].includes(v)) continue
      expect(reason({ signature: write(r, s, v) })).toBe('recovery_id')
    }
  })

  test('S1: refuses an r that is zero or not below the group order', () => {
    for (const number of [0n, order, order + 1n, 2n ** 256n - 1n])
      expect(reason({ signature: write(number, s, 27) })).toBe('r_out_of_range')
    for (const number of [1n, order - 1n])
      expect(reason({ signature: write(number, s, 27) })).toMatch(/^(other_signer|not_recoverable)$/)
  })

  test('S1: refuses an s that is zero or not below the group order', () => {
    for (const number of [0n, order, order + 1n, 2n ** 256n - 1n])
      expect(reason({ signature: write(r, number, 27) })).toBe('s_out_of_range')
  })

  test('S1: refuses a high s, even if the signature is by the right key', () => {
    expect(reason({ signature: write(r, order - s, 28 - recovery) })).toBe('high_s')
    expect(reason({ signature: write(r, order / 2n + 1n, 27) })).toBe('high_s')
    expect(reason({ signature: write(r, order / 2n, 27) })).toBe('other_signer')
    expect(reason({ signature: write(r, order - 1n, 27) })).toBe('high_s')
  })

  test('S1: refuses an r that is not the x coordinate of a point on the curve', () => {
    // There is no point with x = 5, because 5³ + 7 is not a square.
    expect(reason({ signature: write(5n, 1n, 27) })).toBe('not_recoverable')
  })

  test('S1: refuses signatures of other lengths, with a reason for each kind', () => {
    expect(reason({ signature: '0x' })).toBe('length')
    expect(reason({ signature: '0x00' })).toBe('length')
    expect(reason({ signature: signature.slice(0, -4) })).toBe('length')
    expect(reason({ signature: signature.slice(0, -2) })).toBe('length_compact')
    expect(reason({ signature: signature + '00' })).toBe('length_contract')
    expect(reason({ signature: signature + signature.slice(2) })).toBe('length_contract')
    expect(reason({ signature: '0x' + '00'.repeat(96) + '6492'.repeat(16) })).toBe('length_erc6492')
  })

  test('S1: refuses a signature that is not hexadecimal', () => {
    const digits = signature.slice(2)
    for (const other of ['', '0', '0X' + digits, digits, signature + '0', signature.slice(0, -1), '0x-1']) {
      expect(reason({ signature: other })).toBe('not_hex')
    }
    for (const other of [
      signature.slice(0, -1) + 'g',
      ' ' + signature,
      signature + '\n',
      '0x' + '\uff10'.repeat(130),
    ]) {
      expect(reason({ signature: other })).toBe('not_hex')
    }
  })
})

describe('S2: a signature with flipped bits', () => {
  test('S2: is refused if any bit of the signature is flipped', () => {
    const bytes = decodeHex(signature)!
    for (let bit = 0; bit < 520; bit += 1) {
      const flipped = Uint8Array.from(bytes)
      flipped[bit >> 3]! ^= 1 << (bit & 7)
      expect(reason({ signature: '0x' + hexOf(flipped) })).not.toBe('verified')
    }
  })

  test('S2: is refused if any bit of the message is flipped', () => {
    for (let bit = 0; bit < text.length * 7; bit += 1) {
      const at = Math.floor(bit / 7)
      const flipped =
        text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ (1 << (bit % 7))) + text.slice(at + 1)
      expect(reason({ text: flipped })).toBe('other_signer')
    }
  })
})

describe('S5: a signature of another wallet', () => {
  test('S5: is refused if another key signed', () => {
    const other = sign(text, otherTestKey)
    expect(reason({ signature: write(other.r, other.s, other.recovery + 27) })).toBe('other_signer')
    expect(reason({ address: addressOf(otherTestKey) })).toBe('other_signer')
  })

  test('S5: is refused if a single digit of the address differs', () => {
    for (let at = 2; at < 42; at += 1) {
      const digit = address[at] === '0' ? '1' : '0'
      expect(reason({ address: address.slice(0, at) + digit + address.slice(at + 1) })).toBe('other_signer')
    }
  })
})

test('Ethereum verification refuses an invalid address, and text that cannot be encoded', () => {
  for (const other of ['', '0x', address.slice(0, -2), address + '00', address.slice(2), '0X' + address.slice(2)]) {
    expect(reason({ address: other })).toBe('address_invalid')
  }
  // Encoding replaces the lone surrogate with U+FFFD, so a signature of that text would be valid.
  const made = sign('\ufffd')
  expect(reason({ text: '\ufffd', signature: write(made.r, made.s, made.recovery) })).toBe('verified')
  expect(reason({ text: '\ud800', signature: write(made.r, made.s, made.recovery) })).toBe('text_not_encodable')
})

test('verifyEthereumKeySignature never throws, whatever its arguments are', () => {
  const any = fc.oneof(fc.anything(), fc.string(), fc.constantFrom(text, signature, address))
  fc.assert(
    fc.property(any, any, any, (first, second, third) => {
      const proof = verifyEthereumKeySignature(first as string, second as string, third as string)
      if (proof.outcome === 'refused') expect(ethereumKeyVerificationErrors).toHaveProperty(proof.reason)
      else expect([first, second, third]).toEqual([text, signature, address])
    }),
    { numRuns: 500 },
  )
})

test('every reason for refusing an Ethereum signature is one sentence', () => {
  for (const sentence of Object.values(ethereumKeyVerificationErrors)) expect(sentence).toMatch(/^[A-Z].*\.$/)
})
