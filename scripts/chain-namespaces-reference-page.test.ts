// Tests that docs/reference/namespaces.md matches the code: each statement is confirmed by the
// code, or by the files that it cites.
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

test.each(chainNamespaces)('a signature by a %s key is verified with the documented method', async (name) => {
  const { address, sign } = createTestWalletSigners(1)[name]
  const verdict = await chainFamilies[name].verifyKeySignature('a text', sign('a text'), address)
  expect(verdict).toEqual({ outcome: 'verified', method: keyProofMethodByNamespace[name] })
})

test.each(chainNamespaces)('contract wallets are supported for %s exactly as documented', async (name) => {
  const { address } = createTestWalletSigners(1)[name]
  // Too long for a key's signature, so only a contract could verify it; no chain is configured.
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

test.each(chainNamespaces)('a group wallet list accepts a %s address', (name) => {
  expect(parseGroupWalletListEntry(exampleAddressByNamespace[name])).toMatchObject({ namespace: name, kind: 'key' })
})

const citedCapabilities = chainNamespaceCapabilities.flatMap(({ what, of }) =>
  chainNamespaces.map((name) => ({ what, name, ...of[name] })),
)

test.each(citedCapabilities)('$what, for $name: the cited evidence exists', ({ shownBy }) => {
  expect(shownBy.length).toBeGreaterThan(0)
  const missing = shownBy.filter(([path, piece]) => !readFileSync(join(root, path), 'utf8').includes(piece))
  expect(missing).toEqual([])
})
