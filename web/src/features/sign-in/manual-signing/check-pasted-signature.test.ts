// Tests which signatures are submitted, and what the page says about the others.
import { createBitcoinTestKey, signBitcoinMessage } from '@countersign/testing/bitcoin-test-keys'
import { ethereumTestKeys, signEthereumMessage } from '@countersign/testing/ethereum-test-keys'
import { signSolanaMessage, solanaTestKeys } from '@countersign/testing/solana-test-keys'
import { describe, expect, test } from 'vitest'
import { checkPastedSignature } from './check-pasted-signature.ts'

function createSigner(family: string, address: string, otherAddress: string, sign: (text: string) => string) {
  const text = [
    `example.com wants you to sign in with your ${family} account:`,
    address,
    '',
    'Sign in to example.com.',
    '',
    'URI: https://example.com/sign-in',
    'Version: 1',
    'Nonce: 8mzv3kcq7h2ydx5w',
  ].join('\n')
  const message = { text, address, chainName: null }
  return { message, other: { ...message, address: otherAddress, text: text.replace(address, otherAddress) }, sign }
}

const { alice, bob } = ethereumTestKeys
const ethereum = createSigner('Ethereum', alice.address, bob.address, (text) => signEthereumMessage(alice, text))
const solana = createSigner('Solana', solanaTestKeys.alice.address, solanaTestKeys.bob.address, (text) =>
  signSolanaMessage(solanaTestKeys.alice, text),
)
const createBitcoinSigner = (kind: 'p2wpkh' | 'p2tr' | 'p2pkh') => {
  const [key, other] = [createBitcoinTestKey(1, kind), createBitcoinTestKey(2, kind)]
  return createSigner('Bitcoin', key.address, other.address, (text) => signBitcoinMessage(key, text))
}

const signers = [
  ['Ethereum', ethereum],
  ['Solana', solana],
  ['Bitcoin, SegWit', createBitcoinSigner('p2wpkh')],
  ['Bitcoin, Taproot', createBitcoinSigner('p2tr')],
  ['Bitcoin, legacy', createBitcoinSigner('p2pkh')],
] as const

const wrong = (error: string, more: object = {}) => ({
  outcome: 'wrong',
  error,
  signer: null,
  mayBeContract: false,
  ...more,
})

describe.each(signers)('%s', (name, { message, other, sign }) => {
  const isEthereum = name === 'Ethereum'

  test('submits a signature of exactly this text', () => {
    expect(checkPastedSignature(message, sign(message.text))).toEqual({ outcome: 'submit' })
  })

  test.each([
    ['a line feed', '\n'],
    ['a Windows line break', '\r\n'],
    ['a space', ' '],
  ])('recognizes %s after the text', (_, end) => {
    expect(checkPastedSignature(message, sign(message.text + end))).toEqual(wrong('text_end'))
  })

  test('recognizes Windows line breaks in the text', () => {
    expect(checkPastedSignature(message, sign(message.text.replaceAll('\n', '\r\n')))).toEqual(wrong('text_lines'))
  })

  test('M19: never submits a signature of another message or account', () => {
    const copied = message.text.replace('8mzv3kcq7h2ydx5w', '9mzv3kcq7h2ydx5w')
    for (const [checked, signature] of [
      [message, sign(copied)],
      [other, sign(other.text)],
      [{ ...message, text: message.text.replace('Sign in to', 'Log in to') }, sign(message.text)],
    ] as const) {
      const result = checkPastedSignature(checked, signature)
      expect(result).toMatchObject({ outcome: 'wrong', error: isEthereum ? 'other_signer' : 'other_key' })
    }
  })
})

describe('Ethereum signatures', () => {
  const withChain = { ...ethereum.message, chainName: 'OP Mainnet' }
  const signature = ethereum.sign(ethereum.message.text)

  test('names the account that signed instead', () => {
    const ofBob = signEthereumMessage(bob, ethereum.message.text)
    expect(checkPastedSignature(ethereum.message, ofBob)).toEqual(wrong('other_signer', { signer: bob.address }))
  })

  test('recognizes a text whose line breaks were removed', () => {
    for (const joint of ['', ' ']) {
      const changed = ethereum.sign(ethereum.message.text.replaceAll('\n', joint))
      expect(checkPastedSignature(ethereum.message, changed)).toEqual(wrong('text_lines'))
    }
  })

  test('submits a recovery ID of 0 or 1, but none of a transaction', () => {
    const v = parseInt(signature.slice(-2), 16)
    const withV = (number: number) => signature.slice(0, -2) + number.toString(16).padStart(2, '0')
    expect(checkPastedSignature(ethereum.message, withV(v - 27))).toEqual({ outcome: 'submit' })
    expect(checkPastedSignature(ethereum.message, withV(v + 10))).toMatchObject({ outcome: 'wrong' })
  })

  test('submits what may be the signature of a contract, if the server reads the chain', () => {
    expect(checkPastedSignature(withChain, `0x${'ab'.repeat(130)}`)).toEqual({ outcome: 'submit' })
    expect(checkPastedSignature(ethereum.message, `0x${'ab'.repeat(130)}`)).toEqual(wrong('contract'))
  })

  test('lets the person decide if a key of another address signed, which may own a contract', () => {
    const ofBob = signEthereumMessage(bob, withChain.text)
    expect(checkPastedSignature(withChain, ofBob)).toEqual(
      wrong('other_signer', { signer: bob.address, mayBeContract: true }),
    )
  })
})

test('gives the refusal code of a signature whose kind does not fit the address', () => {
  const full = signBitcoinMessage(createBitcoinTestKey(1), 'text', 'full', true)
  expect(checkPastedSignature(createBitcoinSigner('p2pkh').message, full).outcome).not.toBe('submit')
  const proofOfFunds = `pof${full.slice(3)}`
  expect(checkPastedSignature(createBitcoinSigner('p2wpkh').message, proofOfFunds)).toEqual({
    outcome: 'refusal',
    code: 'signature.other_kind',
  })
})
