// docs/reference/namespaces.md keeps its word: what it says of each chain family is shown by the code, or stands in the file that it names for it.
import { namespaceNames } from '@countersign/message/layout'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readListedWallet } from '../server/src/groups/membership/wallet-list.ts'
import { proveWallet } from '../server/src/auth/challenges/prove-wallet.ts'
import type { ProofWorld, SignedMessage } from '../server/src/auth/challenges/prove-wallet.ts'
import { namespaces } from '../server/src/chains/families/namespaces.ts'
import { signersOf } from '@countersign/testing/signers'
import { claims, exampleAddresses, keyMethods, withContracts } from './reference/namespaces.ts'

const root = join(import.meta.dirname, '..')

test.each(namespaceNames)('a key of %s is proved by what is told', async (name) => {
  const { address, sign } = signersOf(1)[name]
  const verdict = await namespaces[name].proveKey('a text', sign('a text'), address)
  expect(verdict).toEqual({ outcome: 'proved', method: keyMethods[name] })
})

test.each(namespaceNames)('contracts of %s are asked, or are not, as is told', async (name) => {
  const { address } = signersOf(1)[name]
  // Longer than the signature of any key. Nothing can be read here, so that a contract would be asked in vain.
  const proof = await proveWallet(
    { chains: new Map() } as unknown as ProofWorld,
    {
      text: 'a text',
      namespace: namespaces[name],
      message: { address, chainId: '1' },
      signature: `0x${'ab'.repeat(100)}`,
    } as unknown as SignedMessage,
  )
  expect(proof).toMatchObject({ outcome: 'refused', code: expect.any(String) as string })
  expect('code' in proof && proof.code === 'chain.not_read').toBe(withContracts.includes(name))
})

test.each(namespaceNames)('an address of %s can stand in a list of wallets', (name) => {
  expect(readListedWallet(exampleAddresses[name])).toMatchObject({ namespace: name, kind: 'key' })
})

const told = claims.flatMap(({ what, of }) => namespaceNames.map((name) => ({ what, name, ...of[name] })))

test.each(told)('$what, of $name: what shows it is there', ({ shownBy }) => {
  expect(shownBy.length).toBeGreaterThan(0)
  const missing = shownBy.filter(([path, piece]) => !readFileSync(join(root, path), 'utf8').includes(piece))
  expect(missing).toEqual([])
})
