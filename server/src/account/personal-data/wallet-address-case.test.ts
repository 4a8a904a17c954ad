// Tests case-sensitive addresses of Solana and legacy Bitcoin wallets (THREATS S15, S16).
import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { findPersonalDataExportErrors } from '@countersign/api/validate-personal-data-export'
import type { PersonalDataExport } from '@countersign/api/personal-data-export-schema'
import {
  createBitcoinTestSigner,
  createTestWalletSigners,
  createSolanaTestSigner,
} from '@countersign/testing/wallet-signer-fixtures'
import type { TestWalletSigner } from '@countersign/testing/wallet-signer-fixtures'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test } from 'vitest'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import { verifyAuditLogIntegrity } from '../../audit-log/verify-audit-log.ts'
import { systemRandomBytes } from '../../platform/clock.ts'
import { dumpDatabase } from '../../testing/inspect-test-database.ts'
import { createTestServer, openSteppedUpBrowser } from '../../testing/countersign-test-server.ts'
import type { TestServer, TestBrowser } from '../../testing/countersign-test-server.ts'
import { databaseKinds } from '../../testing/database-fixtures.ts'
import { openBrowserWithRole } from '../../testing/admin-role-test-steps.ts'
import { formatCaip10AccountId, parseWalletAddress } from '../../chains/families/chain-family-registry.ts'

const signers: readonly (readonly [string, TestWalletSigner])[] = [
  ['eip155', createTestWalletSigners(2).eip155],
  ['solana', createSolanaTestSigner(2)],
  ['bip122, p2pkh', createBitcoinTestSigner(2, 'p2pkh')],
  ['bip122, p2wpkh', createBitcoinTestSigner(2)],
]

const attemptAs = (app: TestServer, address: string) =>
  app.database.queries.transaction().execute((transaction) =>
    appendAuditEvents(transaction, systemRandomBytes, app.clock.now, [
      {
        type: 'sign_in.refused',
        outcome: 'refused',
        details: { reason: 'other_signer' },
        evidence: { personId: null, content: { address, userAgent: 'stranger' } },
      },
    ]),
  )

/** Returns a valid address that differs only in case, or null. */
function twinOf(address: string): string | null {
  for (let at = 1; at < address.length; at += 1) {
    const letter = address.charAt(at)
    const other = letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()
    const twin = address.slice(0, at) + other + address.slice(at + 1)
    const read = parseWalletAddress(twin)
    if (twin !== address && read !== null && read.namespace !== 'eip155') return twin
  }
  return null
}

const refusedIn = async (browser: TestBrowser): Promise<string[]> => {
  const { items } = (await browser.send('GET', '/api/activity')).json<{ items: { type: string }[] }>()
  return items.map(({ type }) => type).filter((type) => type === 'sign_in.refused')
}

describe.each(databaseKinds)('case-sensitive wallet addresses on %s', (kind) => {
  test.each(signers)('P8 S15 S16: shows an attempt on an address only to its owner (%s)', async (_, signer) => {
    const app = await createTestServer({ database: kind })
    const owner = await openSteppedUpBrowser(app, signer)
    const twin = twinOf(signer.address)
    await attemptAs(app, signer.address)
    if (twin !== null) await attemptAs(app, twin)
    expect(await refusedIn(owner)).toHaveLength(1)
  })

  test.each(signers)(
    'S15 S16: finds entries and people by an address only in its exact case (%s)',
    async (_, signer) => {
      const app = await createTestServer({ database: kind })
      const { browser } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'owner')
      await openSteppedUpBrowser(app, signer)
      const twin = twinOf(signer.address)
      await attemptAs(app, signer.address)
      if (twin !== null) await attemptAs(app, twin)
      const find = async (address: string, more = '') =>
        (await browser.send('GET', `/api/admin/events?address=${address}${more}`)).json<
          AdminApiEndpointOutput<'listEvents'>
        >().items
      const refused = await find(signer.address, '&outcome=refused')
      expect(refused.map(({ evidence }) => evidence.address)).toEqual([signer.address])
      expect((await find(signer.address)).map(({ type }) => type)).toContain('wallet.linked')
      const people = async (text: string) =>
        (await browser.send('GET', `/api/admin/people?search=${encodeURIComponent(text)}`))
          .json<AdminApiEndpointOutput<'listPeople'>>()
          .items.map(({ address }) => address)
      const account = formatCaip10AccountId(parseWalletAddress(signer.address)!.address, null, {
        chainIds: ['1'],
        solanaCluster: 'mainnet',
        bitcoinChain: 'mainnet',
      })
      for (const text of [signer.address, ` ${signer.address} `, account])
        expect(await people(text)).toEqual([signer.address])
      if (twin === null) return
      expect(await people(twin)).toEqual([])
      expect((await find(twin)).map(({ evidence }) => evidence.address)).toEqual([twin])
      // The reason filter makes the search start from another index.
      expect((await find(twin, '&reason=other_signer')).map(({ evidence }) => evidence.address)).toEqual([twin])
    },
  )

  test.each(signers)('S15 S16: exports an address in its exact case (%s)', async (_, signer) => {
    const app = await createTestServer({ database: kind })
    const browser = await openSteppedUpBrowser(app, signer)
    const twin = twinOf(signer.address)
    await attemptAs(app, signer.address)
    if (twin !== null) await attemptAs(app, twin)
    const document = (await browser.send('GET', '/api/export')).json<PersonalDataExport>()
    expect(findPersonalDataExportErrors(document)).toEqual([])
    expect(document.wallets.map(({ namespace, address }) => ({ namespace, address }))).toEqual([
      { namespace: signer.namespace, address: signer.address },
    ])
    expect(document.proofs.map(({ message }) => message?.split('\n')[1])).toEqual([signer.address, signer.address])
    const refused = document.activity.filter(({ type }) => type === 'sign_in.refused')
    expect(refused.map(({ evidence }) => evidence?.address)).toEqual([signer.address])
  })

  test.each(signers)('P9 S15 S16: erases every trace of an address with its person (%s)', async (_, signer) => {
    const app = await createTestServer({ database: kind })
    const browser = await openSteppedUpBrowser(app, signer)
    const twin = twinOf(signer.address)
    await attemptAs(app, signer.address)
    if (twin !== null) await attemptAs(app, twin)
    expect((await browser.send('DELETE', '/api/person')).statusCode).toBe(204)
    const left = (await dumpDatabase(app.database.queries)).join('\n')
    expect(left.includes(signer.address)).toBe(false)
    if (twin !== null) expect(left).toContain(twin)
    expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole' })
  })

  test.each(signers)('P9: removes an address from entries of other people on erasure (%s)', async (_, signer) => {
    const app = await createTestServer({ database: kind })
    const [keeper, leaver] = [await openSteppedUpBrowser(app), await openSteppedUpBrowser(app, signer)]
    await keeper.trustForOwnerOf(signer)
    const offer = await keeper.send('POST', '/api/merges', await keeper.signChallengeFor('merge', signer))
    const { id } = offer.json<{ id: string }>()
    expect((await keeper.send('POST', `/api/merges/${id}/accept`)).statusCode).toBe(200)
    expect((await keeper.send('POST', `/api/merges/${id}/undo`)).statusCode).toBe(200)
    await leaver.signIn(signer)
    await leaver.stepUp(signer)
    const everything = async () => (await dumpDatabase(app.database.queries)).join('\n').toLowerCase()
    expect(await everything()).toContain(signer.address.toLowerCase())
    expect((await leaver.send('DELETE', '/api/person')).statusCode).toBe(204)
    expect((await everything()).includes(signer.address.toLowerCase())).toBe(false)
    expect(await verifyAuditLogIntegrity(app.database.queries)).toMatchObject({ outcome: 'whole' })
  })
})
