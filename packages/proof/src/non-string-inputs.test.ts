// Callers without type checks may pass anything, such as a field of a parsed request.
import { expect, test } from 'vitest'
import { verifyBitcoinSignature, verifyEthereumKeySignature, verifySolanaSignature } from './index.ts'

const values: readonly unknown[] = [undefined, null, 5, true, {}, [], ['text'], Symbol('text'), new Uint8Array(64)]

test.each([
  ['Ethereum', verifyEthereumKeySignature, '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'],
  ['Solana', verifySolanaSignature, '6ASf5EcmmEHTgDJ4X4ZT5vT6iHVJBXPg5AN5YoTCpGWt'],
  ['Bitcoin', verifyBitcoinSignature, 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'],
] as const)('%s verification refuses values that are not texts', (_, verify, address) => {
  for (const value of values as readonly string[]) {
    expect(verify(value, 'signature', address).outcome).toBe('refused')
    expect(verify('text', value, address).outcome).toBe('refused')
    expect(verify('text', 'signature', value).outcome).toBe('refused')
  }
})
