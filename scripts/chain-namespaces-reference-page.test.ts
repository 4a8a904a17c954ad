// docs/reference/namespaces.md keeps its word: what it says of each chain family is shown by the code, or stands in the file that it names for it.
import { chainNamespaces } from '@countersign/message/message-layout'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseGroupWalletListEntry } from '../server/src/groups/membership/group-wallet-list-entry-notation.ts'
import { verifyWalletSignature } from '../server/src/auth/challenges/verify-wallet-signature.ts'
import type {
  WalletVerificationContext,
  SignedWalletMessage,
} from '../server/src/auth/challenges/verify-wallet-signature.ts'
import { chainFamilies } from '../server/src/chains/families/chain-family-registry.ts'
import { createTestWalletSigners } from '@countersign/testing/wallet-signer-fixtures'
import { chainNamespaceCapabilities } from './reference/documented-chain-namespace-capabilities.ts'
import {
  exampleAddressByNamespace,
  keyProofMethodByNamespace,
  contractWalletNamespaces,
} from './reference/chain-namespaces-reference-page.ts'

const root = join(import.meta.dirname, '..')

test.each(chainNamespaces)('a key of %s is proved by what is told', async (name) => {
  const { address, sign } = createTestWalletSigners(1)[name]
  const verdict = await chainFamilies[name].verifyKeySignature('a text', sign('a text'), address)
  expect(verdict).toEqual({ outcome: 'verified', method: keyProofMethodByNamespace[name] })
})

test.each(chainNamespaces)('contracts of %s are asked, or are not, as is told', async (name) => {
  const { address } = createTestWalletSigners(1)[name]
  // Longer than the signature of any key. Nothing can be read here, so that a contract would be asked in vain.
  const proof = await verifyWalletSignature(
    { chains: new Map() } as unknown as WalletVerificationContext,
    {
      text: 'a text',
      namespace: chainFamilies[name],
      message: { address, chainId: '1' },
      signature: `0x${'ab'.repeat(100)}`,
    } as unknown as SignedWalletMessage,
  )
  expect(proof).toMatchObject({ outcome: 'refused', code: expect.any(String) as string })
  expect('code' in proof && proof.code === 'chain.not_supported').toBe(contractWalletNamespaces.includes(name))
})

test.each(chainNamespaces)('an address of %s can stand in a list of wallets', (name) => {
  expect(parseGroupWalletListEntry(exampleAddressByNamespace[name])).toMatchObject({ namespace: name, kind: 'key' })
})

const told = chainNamespaceCapabilities.flatMap(({ what, of }) =>
  chainNamespaces.map((name) => ({ what, name, ...of[name] })),
)

test.each(told)('$what, of $name: what shows it is there', ({ shownBy }) => {
  expect(shownBy.length).toBeGreaterThan(0)
  const missing = shownBy.filter(([path, piece]) => !readFileSync(join(root, path), 'utf8').includes(piece))
  expect(missing).toEqual([])
})
