// Tests where ENS names and avatars appear, and that they disappear with the wallet (THREATS P7,
// O9, N4).
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { findPersonalDataExportErrors } from '@countersign/api/validate-personal-data-export'
import type { PersonalDataExport } from '@countersign/api/personal-data-export-schema'
import { startLocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import type { LocalEthereumChain } from '@countersign/testing/chain/local-ethereum-chain'
import {
  setEnsReverseName,
  registerEnsName,
  installEnsRegistry,
  ensRegistryAddress,
} from '@countersign/testing/chain/local-ens-registry-fixtures'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { DatabaseKind } from '../../platform/database/open-sqlite-or-postgres-database.ts'
import { createTestServer, openSteppedUpBrowser, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import type { TestServer, TestBrowser } from '../../testing/countersign-test-server.ts'
import { createTestChainReaders, createTestChainSettings } from '../../testing/chain-reader-fixtures.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { mergeIdentitiesForTests, requestIdentityMergeUndoForTests } from '../../testing/identity-merge-test-steps.ts'

const { alice, bob } = ethereumTestKeys
const pictureId = 'abcdefghijklmnopqrstuvwxyz'
const content = Buffer.from('as it was written anew').toString('base64')

let chain: LocalEthereumChain
beforeAll(async () => {
  chain = await startLocalEthereumChain()
  await installEnsRegistry(chain)
  await registerEnsName(chain, 'alice.eth', { address: alice.address as `0x${string}` })
  await setEnsReverseName(chain, alice.address as `0x${string}`, 'alice.eth')
})
afterAll(() => chain.stop())

const createNamingApp = (database: DatabaseKind, environment: Record<string, string> = {}): Promise<TestServer> =>
  createTestServer({
    database,
    environment,
    chains: createTestChainReaders([
      createTestChainSettings({ id: '1', rpc: [chain.url], ensRegistry: ensRegistryAddress.toLowerCase() }),
    ]),
  })

const read = async <Answer>(browser: TestBrowser, path: string): Promise<Answer> =>
  (await browser.send('GET', path)).json<Answer>()
const walletsOf = async (browser: TestBrowser) =>
  (await read<ApiEndpointOutput<'listWallets'>>(browser, '/api/wallets')).items

async function addPicture({ database: { queries } }: TestServer): Promise<void> {
  const { wallet_id } = await queries
    .selectFrom('wallet_names')
    .select('wallet_id')
    .where('name', '=', 'alice.eth')
    .executeTakeFirstOrThrow()
  await queries
    .insertInto('wallet_avatars')
    .values({ id: pictureId, wallet_id, media_type: 'image/webp', content })
    .execute()
  await queries
    .updateTable('wallet_names')
    .set({ avatar_id: pictureId, avatar_source: 'https://pictures.example/alice.png' })
    .where('wallet_id', '=', wallet_id)
    .execute()
}

const kept = async ({ database: { queries } }: TestServer) => [
  await queries.selectFrom('wallet_names').select('name').execute(),
  await queries.selectFrom('wallet_avatars').select('id').execute(),
]

describe('an ENS name', () => {
  testOnBothDatabases('is returned in addition to the address wherever a wallet is returned', async (kind) => {
    const app = await createNamingApp(kind)
    const browser = app.openBrowser()
    const signedIn = (await browser.signIn()).json<ApiEndpointOutput<'signIn'>>()
    expect([signedIn.person.walletName, signedIn.session.wallet?.name]).toEqual([null, null])
    await app.refreshWalletNames()
    const { person, session } = await read<ApiEndpointOutput<'readSession'>>(browser, '/api/session')
    expect(person).toMatchObject({ displayName: null, walletName: 'alice.eth', address: alice.address })
    expect(session?.wallet).toEqual({ namespace: 'eip155', address: alice.address, chain: null, name: 'alice.eth' })
    const sessions = await read<ApiEndpointOutput<'listSessions'>>(browser, '/api/sessions')
    expect(sessions.items.map(({ wallet }) => wallet?.name)).toEqual(['alice.eth'])
    const [wallet] = await walletsOf(browser)
    expect(wallet).toMatchObject({ name: 'alice.eth', picture: null, label: null, address: alice.address })
    const changed = await browser.send('PATCH', `/api/wallets/${wallet?.id}`, { label: 'Old phone' })
    expect(changed.json()).toMatchObject({ name: 'alice.eth', label: 'Old phone' })
    expect((await app.openBrowser().signIn()).json<ApiEndpointOutput<'signIn'>>().person).toMatchObject({
      id: signedIn.person.id,
      walletName: 'alice.eth',
    })
  })

  test('P7: never identifies a person, even if another wallet gets the same name', async () => {
    const app = await createNamingApp('sqlite')
    const browser = app.openBrowser()
    const { person } = (await browser.signIn()).json<ApiEndpointOutput<'signIn'>>()
    await app.refreshWalletNames()
    const other = app.openBrowser()
    const stranger = (await other.signIn(bob)).json<ApiEndpointOutput<'signIn'>>()
    await app.database.queries.updateTable('wallet_names').set({ name: 'alice.eth' }).execute()
    expect((await other.signIn(bob)).json<ApiEndpointOutput<'signIn'>>().person.id).toBe(stranger.person.id)
    expect(stranger.person.id).not.toBe(person.id)
  })

  test('is deleted with its avatar on unlinking, and resolved again after relinking', async () => {
    const app = await createNamingApp('sqlite')
    const browser = await openSteppedUpBrowser(app, bob)
    expect((await browser.send('POST', '/api/wallets', await browser.signChallengeFor('link', alice))).statusCode).toBe(
      200,
    )
    await app.refreshWalletNames()
    await addPicture(app)
    const named = (await walletsOf(browser)).find(({ name }) => name !== null)
    expect([named?.name, named?.picture]).toEqual(['alice.eth', `/wallet-pictures/${pictureId}`])
    const primary = await browser.send('PATCH', `/api/wallets/${named?.id}`, { primary: true })
    expect(primary.json()).toMatchObject({ picture: `/wallet-pictures/${pictureId}`, primary: true })
    const { person } = await read<ApiEndpointOutput<'readSession'>>(browser, '/api/session')
    expect(person).toMatchObject({
      picture: null,
      walletName: 'alice.eth',
      walletPicture: `/wallet-pictures/${pictureId}`,
    })
    expect((await browser.send('DELETE', `/api/wallets/${named?.id}`)).statusCode).toBe(200)
    expect(await kept(app)).toEqual([[{ name: null }], []])
    expect((await browser.send('GET', `/wallet-pictures/${pictureId}`)).statusCode).toBe(404)
    expect((await browser.send('POST', '/api/wallets', await browser.signChallengeFor('link', alice))).statusCode).toBe(
      200,
    )
    await app.refreshWalletNames()
    expect((await walletsOf(browser)).map(({ name }) => name).toSorted()).toEqual(['alice.eth', null])
  })

  test('moves with its wallet on an identity merge, and back on undo', async () => {
    const app = await createNamingApp('sqlite')
    const other = app.openBrowser()
    await other.signIn(alice)
    await app.refreshWalletNames()
    const browser = await openSteppedUpBrowser(app, bob)
    const merged = await mergeIdentitiesForTests(browser, alice)
    expect((await walletsOf(browser)).map(({ name }) => name).toSorted()).toEqual(['alice.eth', null])
    expect((await requestIdentityMergeUndoForTests(browser, merged)).statusCode).toBe(200)
    expect((await walletsOf(browser)).map(({ name }) => name)).toEqual([null])
    const again = app.openBrowser()
    expect((await again.signIn(alice)).json<ApiEndpointOutput<'signIn'>>().person.walletName).toBe('alice.eth')
  })

  test('is in the personal data export, with its avatar', async () => {
    const app = await createNamingApp('sqlite')
    const browser = await openSteppedUpBrowser(app)
    await app.refreshWalletNames()
    await addPicture(app)
    const document = await read<PersonalDataExport>(browser, '/api/export')
    expect(findPersonalDataExportErrors(document)).toEqual([])
    expect(document.wallets).toMatchObject([
      {
        name: 'alice.eth',
        nameResolvedAt: '2026-01-15T12:00:01.000Z',
        picture: { mediaType: 'image/webp', content, source: 'https://pictures.example/alice.png' },
      },
    ])
  })

  testOnBothDatabases('P9: is erased with its person', async (kind) => {
    const app = await createNamingApp(kind)
    const browser = await openSteppedUpBrowser(app)
    await app.refreshWalletNames()
    await addPicture(app)
    expect((await browser.send('DELETE', '/api/person')).statusCode).toBe(204)
    expect(await kept(app)).toEqual([[], []])
    expect(app.log.join('')).not.toContain('alice.eth')
  })

  test('P7 O9: never gets an avatar from a private network, even one that applications may use', async () => {
    let connections = 0
    const server = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const avatar = `https://127.0.0.1:${(server.address() as AddressInfo).port}/alice.png`
    await registerEnsName(chain, 'alice.eth', { address: alice.address as `0x${string}`, avatar })
    onTestFinished(() => registerEnsName(chain, 'alice.eth', { address: alice.address as `0x${string}`, avatar: '' }))
    const app = await createNamingApp('sqlite', { COUNTERSIGN_ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' })
    const browser = app.openBrowser()
    await browser.signIn()
    await app.refreshWalletNames()
    expect(await walletsOf(browser)).toMatchObject([{ name: 'alice.eth', picture: null }])
    expect(connections).toBe(0)
  })
})

describe('the avatar of an ENS name', () => {
  test('N4 P7: is served only as an image, and only to pages of this site', async () => {
    const app = await createNamingApp('sqlite')
    const browser = app.openBrowser()
    await browser.signIn()
    await app.refreshWalletNames()
    await addPicture(app)
    const answer = await browser.send('GET', `/wallet-pictures/${pictureId}`)
    expect([answer.statusCode, answer.rawPayload.toString('base64')]).toEqual([200, content])
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=31536000, immutable',
    })
    // ENS avatars are not served under the path for profile pictures.
    expect((await browser.send('GET', `/pictures/${pictureId}`)).statusCode).toBe(404)
  })

  test.each([
    '/wallet-pictures/' + '0'.repeat(26),
    '/wallet-pictures/%00',
    '/wallet-pictures/..%2f..%2fetc',
    "/wallet-pictures/' or 1=1",
  ])('is not found at %s', async (path) => {
    expect((await (await createTestServer()).openBrowser().send('GET', path)).statusCode).toBe(404)
  })
})

test('S9: an unavailable chain does not block sign-in, and leaves the ENS name empty', async () => {
  const app = await createTestServer({
    chains: createTestChainReaders([
      createTestChainSettings({ id: '1', rpc: ['http://127.0.0.1:1/'], ensRegistry: ensRegistryAddress.toLowerCase() }),
    ]),
  })
  const browser = app.openBrowser()
  expect((await browser.signIn()).statusCode).toBe(200)
  await app.refreshWalletNames()
  expect((await walletsOf(browser))[0]?.name).toBeNull()
  expect(app.log.filter((line) => line.includes('wallet name lookup failed'))).toHaveLength(1)
  expect((await app.openBrowser().signIn()).statusCode).toBe(200)
})
