// The letter case of an address is part of it on Solana, and in Bitcoin's addresses of old: what the log, the administration and the person's own
// data know of one is neither missed nor mixed up with another that differs in nothing else (THREATS S15, S16).
import type { AdminAnswer } from '@countersign/api/admin-calls'
import { findExportFaults } from '@countersign/api/check-export'
import type { ExportDocument } from '@countersign/api/export'
import { bitcoinSigner, signersOf, solanaSigner } from '@countersign/testing/signers'
import type { Signer } from '@countersign/testing/signers'
import { testKeys } from '@countersign/testing/test-keys'
import { describe, expect, test } from 'vitest'
import { appendEvents } from '../../audit-log/append.ts'
import { verifyActivity } from '../../audit-log/verify.ts'
import { systemRandom } from '../../platform/clock.ts'
import { readEverything } from '../../testing/read-all.ts'
import { createTestApp, openConfirmed } from '../../testing/test-app.ts'
import type { TestApp, TestBrowser } from '../../testing/test-app.ts'
import { databaseKinds } from '../../testing/test-databases.ts'
import { openWithRole } from '../../testing/test-roles.ts'
import { accountOf, readAnyAddress } from '../../chains/families/namespaces.ts'

const signers: readonly (readonly [string, Signer])[] = [
  ['eip155', signersOf(2).eip155],
  ['solana', solanaSigner(2)],
  ['bip122, p2pkh', bitcoinSigner(2, 'p2pkh')],
  ['bip122, p2wpkh', bitcoinSigner(2)],
]

/** A refused attempt in the name of an address, of which nobody is known. */
const attemptAs = (app: TestApp, address: string) =>
  app.database.queries.transaction().execute((transaction) =>
    appendEvents(transaction, systemRandom, app.clock.now, [
      {
        type: 'sign-in.refused',
        outcome: 'refused',
        details: { reason: 'other_signer' },
        evidence: { personId: null, content: { address, userAgent: 'stranger' } },
      },
    ]),
  )

/** Another address, if there is one, with the same letters in another case. */
function twinOf(address: string): string | null {
  for (let at = 1; at < address.length; at += 1) {
    const letter = address.charAt(at)
    const other = letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()
    const twin = address.slice(0, at) + other + address.slice(at + 1)
    const read = readAnyAddress(twin)
    if (twin !== address && read !== null && read.namespace !== 'eip155') return twin
  }
  return null
}

const refusedIn = async (browser: TestBrowser): Promise<string[]> => {
  const { items } = (await browser.send('GET', '/api/activity')).json<{ items: { type: string }[] }>()
  return items.map(({ type }) => type).filter((type) => type === 'sign-in.refused')
}

describe.each(databaseKinds)('on %s', (kind) => {
  test.each(signers)(
    'P8 S15 S16 an attempt in the name of an address of %s is its person’s to see',
    async (_, signer) => {
      const app = await createTestApp({ database: kind })
      const owner = await openConfirmed(app, signer)
      const twin = twinOf(signer.address)
      await attemptAs(app, signer.address)
      if (twin !== null) await attemptAs(app, twin)
      expect(await refusedIn(owner)).toHaveLength(1)
    },
  )

  test.each(signers)('S15 S16 is found by an address of %s, and by no other', async (_, signer) => {
    const app = await createTestApp({ database: kind })
    const { browser } = await openWithRole(app, testKeys.alice, 'owner')
    await openConfirmed(app, signer)
    const twin = twinOf(signer.address)
    await attemptAs(app, signer.address)
    if (twin !== null) await attemptAs(app, twin)
    const find = async (address: string, more = '') =>
      (await browser.send('GET', `/api/admin/events?address=${address}${more}`)).json<AdminAnswer<'listEvents'>>().items
    const refused = await find(signer.address, '&outcome=refused')
    expect(refused.map(({ evidence }) => evidence.address)).toEqual([signer.address])
    expect((await find(signer.address)).map(({ type }) => type)).toContain('wallet.linked')
    const people = async (text: string) =>
      (await browser.send('GET', `/api/admin/people?search=${encodeURIComponent(text)}`))
        .json<AdminAnswer<'listPeople'>>()
        .items.map(({ address }) => address)
    const account = accountOf(readAnyAddress(signer.address)!.address, null, {
      chainIds: ['1'],
      solanaCluster: 'mainnet',
      bitcoinChain: 'mainnet',
    })
    for (const text of [signer.address, ` ${signer.address} `, account])
      expect(await people(text)).toEqual([signer.address])
    if (twin === null) return
    expect(await people(twin)).toEqual([])
    expect((await find(twin)).map(({ evidence }) => evidence.address)).toEqual([twin])
    // Another predicate leads, and the address is looked at on the way.
    expect((await find(twin, '&reason=other_signer')).map(({ evidence }) => evidence.address)).toEqual([twin])
  })

  test.each(signers)(
    'S15 S16 is in the file of what its person has, letter for letter, with an address of %s',
    async (_, signer) => {
      const app = await createTestApp({ database: kind })
      const browser = await openConfirmed(app, signer)
      const twin = twinOf(signer.address)
      await attemptAs(app, signer.address)
      if (twin !== null) await attemptAs(app, twin)
      const document = (await browser.send('GET', '/api/export')).json<ExportDocument>()
      expect(findExportFaults(document)).toEqual([])
      expect(document.wallets.map(({ namespace, address }) => ({ namespace, address }))).toEqual([
        { namespace: signer.namespace, address: signer.address },
      ])
      expect(document.proofs.map(({ message }) => message?.split('\n')[1])).toEqual([signer.address, signer.address])
      const refused = document.activity.filter(({ type }) => type === 'sign-in.refused')
      expect(refused.map(({ evidence }) => evidence?.address)).toEqual([signer.address])
    },
  )

  test.each(signers)('P9 S15 S16 leaves nothing of an address of %s when its person is erased', async (_, signer) => {
    const app = await createTestApp({ database: kind })
    const browser = await openConfirmed(app, signer)
    const twin = twinOf(signer.address)
    await attemptAs(app, signer.address)
    if (twin !== null) await attemptAs(app, twin)
    expect((await browser.send('DELETE', '/api/person')).statusCode).toBe(204)
    const left = (await readEverything(app.database.queries)).join('\n')
    expect(left.includes(signer.address)).toBe(false)
    if (twin !== null) expect(left).toContain(twin)
    expect(await verifyActivity(app.database.queries)).toMatchObject({ outcome: 'whole' })
  })

  test.each(signers)('P9 takes along what a line of somebody else says of an address of %s', async (_, signer) => {
    const app = await createTestApp({ database: kind })
    const [keeper, leaver] = [await openConfirmed(app), await openConfirmed(app, signer)]
    await keeper.makeKnownTo(signer)
    const offer = await keeper.send('POST', '/api/merges', await keeper.signFor('merge', signer))
    const { id } = offer.json<{ id: string }>()
    expect((await keeper.send('POST', `/api/merges/${id}/accept`)).statusCode).toBe(200)
    expect((await keeper.send('POST', `/api/merges/${id}/undo`)).statusCode).toBe(200)
    await leaver.signIn(signer)
    await leaver.stepUp(signer)
    const everything = async () => (await readEverything(app.database.queries)).join('\n').toLowerCase()
    expect(await everything()).toContain(signer.address.toLowerCase())
    expect((await leaver.send('DELETE', '/api/person')).statusCode).toBe(204)
    expect((await everything()).includes(signer.address.toLowerCase())).toBe(false)
    expect(await verifyActivity(app.database.queries)).toMatchObject({ outcome: 'whole' })
  })
})
