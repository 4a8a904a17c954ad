// Tests how responses of contracts are judged. The server's tests read from real contracts.
import { encodeIsValidSignature, wrapErc6492Signature } from '../../testing/src/chain/contract-signature-test-steps.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ChainUnavailableError } from './chain-reader.ts'
import type { ContractCallResult, ChainReader, Hex, ContractCall, ChainReadOptions } from './chain-reader.ts'
import { encodeHex } from './hex-encoding.ts'
import { contractVerificationErrors } from './ethereum-verification-errors.ts'
import {
  isErc1271CallAccepted,
  verifyContractSignature,
  encodeIsValidSignatureCall,
} from './verify-contract-signature.ts'

const address = '0x00000000000000000000000000000000000000AA'
const factory: Hex = `0x${'fa'.repeat(20)}`
const block = { number: '7', hash: `0x${'b0'.repeat(32)}`, at: 0 } as const
const code = { hash: `0x${'c0'.repeat(32)}`, delegate: null } as const
const yes: Hex = `0x1626ba7e${'0'.repeat(56)}`
const rules = { factories: [factory], allowDelegates: false }

function chainOf(
  answer: ContractCallResult,
  simulated = false,
): ChainReader & { asked: [readonly ContractCall[], ChainReadOptions | undefined][] } {
  const asked: [readonly ContractCall[], ChainReadOptions | undefined][] = []
  return {
    asked,
    read: async (questions, options) => {
      asked.push([questions, options])
      return { block, results: questions.map(() => answer), ...(simulated && { simulated: true }) }
    },
  }
}

const answered = (data: Hex): ContractCallResult => ({ outcome: 'answered', code, data })

const reasonOf = async (answer: ContractCallResult, signature = '0x12'): Promise<string> => {
  const proof = await verifyContractSignature('text', signature, address, chainOf(answer), rules)
  return proof.outcome === 'verified' ? 'verified' : proof.reason
}

test('encodes the isValidSignature call in the same way as an independent encoder', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.uint8Array({ maxLength: 200 }), (text, bytes) => {
      const signature = `0x${encodeHex(bytes)}` as const
      expect(encodeIsValidSignatureCall(text, signature, address)).toEqual({
        to: address.toLowerCase(),
        data: encodeIsValidSignature(text, signature),
      })
    }),
  )
})

describe('S3: ERC-1271 responses', () => {
  test('accepts the magic value', async () => {
    expect(await verifyContractSignature('text', '0x12', address, chainOf(answered(yes)), rules)).toEqual({
      outcome: 'verified',
      method: 'erc1271',
      block,
      codeHash: code.hash,
      delegate: null,
      signature: '0x12',
      extraResults: [],
    })
  })

  test('refuses the magic value with any digit changed', async () => {
    for (let place = 2; place < yes.length; place += 1) {
      const changed = `${yes.slice(0, place)}${yes[place] === '0' ? '1' : '0'}${yes.slice(place + 1)}` as Hex
      expect(await reasonOf(answered(changed)), `at ${place}`).toBe(place < 10 ? 'not_accepted' : 'answer_malformed')
    }
  })

  test.each<[ContractCallResult, string]>([
    [answered('0x'), 'answer_malformed'],
    [answered('0x1626ba7e'), 'answer_malformed'],
    [answered(`${yes}00`), 'answer_malformed'],
    [answered(`${yes}${'0'.repeat(64)}`), 'answer_malformed'],
    [answered(`0x${'0'.repeat(56)}1626ba7e`), 'answer_malformed'],
    [answered(`0x${'0'.repeat(63)}1`), 'answer_malformed'],
    [answered(`0xffffffff${'0'.repeat(56)}`), 'not_accepted'],
    [{ outcome: 'failed', code }, 'contract_failed'],
    [{ outcome: 'too-long', code }, 'answer_too_long'],
    [{ outcome: 'no-code' }, 'not_deployed'],
  ])('refuses %j', async (answer, reason) => {
    expect(await reasonOf(answer)).toBe(reason)
    expect(isErc1271CallAccepted(answer, rules)).toBe(false)
  })
})

describe('S7: signatures of delegated accounts (EIP-7702)', () => {
  const delegated: ContractCallResult = { outcome: 'answered', code: { hash: code.hash, delegate: factory }, data: yes }

  test('are accepted only if the operator allows delegates', async () => {
    expect([
      await reasonOf(delegated),
      isErc1271CallAccepted(delegated, rules),
      isErc1271CallAccepted(delegated, { allowDelegates: true }),
    ]).toEqual(['delegate_not_allowed', false, true])
    expect(
      await verifyContractSignature('text', '0x12', address, chainOf(delegated), { ...rules, allowDelegates: true }),
    ).toMatchObject({ outcome: 'verified', method: 'erc1271', delegate: factory })
  })
})

describe('S6: signatures of undeployed wallets (ERC-6492)', () => {
  const wrapped = wrapErc6492Signature({ factory, factoryData: '0xfeed' }, '0x1234')

  test('are verified by simulating the deployment, without keeping the data for the factory', async () => {
    const chain = chainOf(answered(yes), true)
    const proof = await verifyContractSignature('text', wrapped, address, chain, rules)
    expect(proof).toEqual({
      outcome: 'verified',
      method: 'erc6492',
      block,
      codeHash: null,
      delegate: null,
      signature: '0x1234',
      extraResults: null,
    })
    expect(chain.asked).toEqual([
      [[encodeIsValidSignatureCall('text', '0x1234', address)], { deployment: { factory, data: '0xfeed' } }],
    ])
  })

  test('are verified by the deployed contract if there is one', async () => {
    expect(await verifyContractSignature('text', wrapped, address, chainOf(answered(yes)), rules)).toMatchObject({
      method: 'erc1271',
      codeHash: code.hash,
      signature: '0x1234',
    })
  })

  test('do not cause a call to a factory that is not allowed', async () => {
    const empty = chainOf({ outcome: 'no-code' })
    expect(await verifyContractSignature('text', wrapped, address, empty, { ...rules, factories: [] })).toMatchObject({
      outcome: 'refused',
      reason: 'factory_not_allowed',
    })
    expect(empty.asked).toEqual([[[encodeIsValidSignatureCall('text', '0x1234', address)], {}]])
    expect(await verifyContractSignature('text', wrapped, address, empty, rules)).toMatchObject({
      outcome: 'refused',
      reason: 'deployment_failed',
    })
  })
})

describe('malformed arguments of contract verification', () => {
  test.each([
    [{ address: '0xAA' }, 'address_invalid'],
    [{ address: undefined }, 'address_invalid'],
    [{ text: '\ud800' }, 'text_not_encodable'],
    [{ signature: '1234' }, 'not_hex'],
    [{ signature: `0x${'6492'.repeat(16)}` }, 'wrapper_malformed'],
  ])('refuses %j without reading the chain', async (changed, reason) => {
    const chain = chainOf(answered(yes))
    const {
      text,
      signature,
      address: at,
    } = { text: 'text', signature: '0x12', address, ...changed } as { text: string; signature: string; address: string }
    expect(await verifyContractSignature(text, signature, at, chain, rules)).toMatchObject({
      outcome: 'refused',
      reason,
    })
    expect(chain.asked).toEqual([])
    expect(contractVerificationErrors).toHaveProperty(reason)
  })
})

test('S9: contract verification reports a chain that cannot be reached as unavailable, not as refused', async () => {
  const silent: ChainReader = {
    read: () => Promise.reject(new ChainUnavailableError('the node did not answer in time')),
  }
  expect(await verifyContractSignature('text', '0x12', address, silent, rules)).toEqual({
    outcome: 'unavailable',
    reason: 'the node did not answer in time',
  })
})

test('contract verification rethrows unexpected errors of the chain reader', async () => {
  const broken: ChainReader = { read: () => Promise.reject(new TypeError('a mistake')) }
  await expect(verifyContractSignature('text', '0x12', address, broken, rules)).rejects.toThrow('a mistake')
})
