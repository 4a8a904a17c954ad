// Tests that a restore does not bring back anything that ended after the backup (THREATS N14).
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { verifyAuditLogIntegrity } from '../audit-log/verify-audit-log.ts'
import { operatorAuditActor } from '../audit-log/audit-actor.ts'
import { revokeRole } from '../store/roles/revoke-role.ts'
import { erasePerson } from '../account/personal-data/erase-person.ts'
import { suspendPerson } from '../admin/people/suspend-or-reactivate-person.ts'
import { systemRandomBytes } from '../platform/clock.ts'
import { changeApplicationDefinition } from '../store/applications/change-application-definition.ts'
import { findApplicationById } from '../store/applications/application-store.ts'
import { rotateClientSecret } from '../store/applications/rotate-client-secret.ts'
import { removeResourceServer } from '../admin/resources/manage-resource-servers.ts'
import { listResourceServers } from '../store/resources/resource-server-store.ts'
import { openSteppedUpBrowser, ethereumTestKeys } from '../testing/countersign-test-server.ts'
import type { TestBrowser } from '../testing/countersign-test-server.ts'
import { captureCommandOutput, runCliCommandForExitCode } from '../testing/cli-command-test-steps.ts'
import { openDatabaseUntilTestEnds } from '../testing/database-fixtures.ts'
import {
  requestIdentityMergeAcceptanceForTests,
  linkWalletForTests,
  listWalletsForTests,
  mergeIdentitiesForTests,
  createIdentityMergeOfferForTests,
  requestIdentityMergeRefusalForTests,
  requestIdentityMergeUndoForTests,
} from '../testing/identity-merge-test-steps.ts'
import { addTestClientApplication } from '../testing/oidc-application-test-steps.ts'
import { addTestPasskey } from '../testing/passkey-test-steps.ts'
import { addTestResource, changeTestResourceDefinition, testResourceUri } from '../testing/oauth-resource-fixtures.ts'
import { openBrowserWithRole, requireBrowserPersonId } from '../testing/admin-role-test-steps.ts'
import {
  obtainTokenFamilyBySignIn,
  sendRefreshTokenRequest,
  readOAuthTokenActiveStates,
  summarizeOAuthResponse,
} from '../testing/oauth-token-test-steps.ts'
import { sequenceAllAuditEntries } from '../testing/inspect-test-database.ts'
import { createRestoreFolder, startServerOnDatabaseFile } from '../testing/database-restore-fixtures.ts'

const said = captureCommandOutput()

const { alice, bob, carol } = ethereumTestKeys

const [second, dave, erin, frank] = [
  createEthereumTestKey(801),
  createEthereumTestKey(802),
  createEthereumTestKey(803),
  createEthereumTestKey(804),
]

const chooseUsername = (browser: TestBrowser, name: string) => browser.send('POST', '/api/person/username', { name })

test('N14: restore brings back nothing that ended after the backup, and reports what is lost', async () => {
  const { path, address, copy } = createRestoreFolder()
  const { app, stop } = await startServerOnDatabaseFile(address)
  const { queries } = app.database
  const context = { queries, random: systemRandomBytes }

  // This is the state at the time of the backup.
  const { browser: aliceHere, personId: aliceId } = await openBrowserWithRole(app, alice, 'owner')
  await linkWalletForTests(aliceHere, second)
  const { browser: bobHere, personId: bobId } = await openBrowserWithRole(app, bob, 'auditor')
  const carolHere = await openSteppedUpBrowser(app, carol)
  const erinHere = await openSteppedUpBrowser(app, erin)
  const erinId = await requireBrowserPersonId(erinHere)
  const application = await addTestClientApplication(app)
  await addTestResource(app, { openTo: 'everyone' })
  await addTestResource(app, { resource: 'https://gone.example/', openTo: 'everyone' })
  await chooseUsername(carolHere, 'carol')
  const family = await obtainTokenFamilyBySignIn(app, bobHere, application)
  const usedLater = family.refresh_token
  const token = (
    await aliceHere.send('POST', '/api/admin/api-tokens', {
      name: 'For a program',
      permissions: ['people.read'],
      days: 30,
    })
  ).json<{ token: { id: string }; secret: string }>()
  expect(await runCliCommandForExitCode('backup', copy)).toBe(0)

  // These changes are made after the backup.
  app.clock.now += 1000
  expect(summarizeOAuthResponse(await sendRefreshTokenRequest(app, application, usedLater))).toBe('200')
  const wallet = (await listWalletsForTests(aliceHere)).find(({ address: one }) => one === second.address)
  expect((await aliceHere.send('DELETE', `/api/wallets/${wallet?.id ?? ''}`)).statusCode).toBeLessThan(300)
  await suspendPerson(context, bobId, app.clock.now)
  for (const [browser, name] of [
    [aliceHere, 'alice'],
    [carolHere, 'carolyn'],
  ] as const)
    expect((await chooseUsername(browser, name)).statusCode).toBe(name === 'alice' ? 200 : 409)
  expect((await carolHere.send('PUT', '/api/person/username', { name: 'carolyn' })).statusCode).toBe(200)
  expect((await carolHere.send('DELETE', '/api/person')).statusCode).toBeLessThan(300)
  expect((await aliceHere.send('DELETE', `/api/admin/api-tokens/${token.token.id}`)).statusCode).toBe(204)
  await addTestPasskey(erinHere)
  const erinWallet = (await listWalletsForTests(erinHere))[0]
  expect((await erinHere.send('DELETE', `/api/wallets/${erinWallet?.id ?? ''}`)).statusCode).toBeLessThan(300)
  expect((await chooseUsername(await openSteppedUpBrowser(app, dave), 'dave')).statusCode).toBe(200)
  const rotated = await rotateClientSecret(
    { queries, random: systemRandomBytes },
    application.id,
    { overlapMs: 0 },
    app.clock.now,
  )
  expect(rotated).toMatchObject({ outcome: 'rotated' })
  await changeTestResourceDefinition(app, { openTo: 'listed' })
  await removeResourceServer(context, 'https://gone.example/', app.clock.now, async () => [])
  const { now } = app.clock

  // A restore requires a stopped server and a confirmation.
  expect(await runCliCommandForExitCode('restore', copy, '--yes')).toBe(1)
  expect(said.at(-1)).toMatch(/A server is using .*Stop it, then run this again\. Nothing was changed\.$/)
  await stop()
  said.length = 0
  expect(await runCliCommandForExitCode('restore', copy)).toBe(1)
  const told1 = said.join('\n')
  expect(told1).toMatch(
    /Lost with the current database: \d+ log entries, 1 person, 1 wallet, 1 passkey, 0 applications\./,
  )
  expect(told1).toContain('1 person who was suspended, 1 person who was erased, 2 wallets')
  expect(told1).toContain('2 resource changes')
  expect(told1).toContain('Nothing was changed. Add --yes to confirm.')
  expect(readdirSync(join(path, '..')).filter((name) => /restor/.test(name))).toEqual([])

  said.length = 0
  expect(await runCliCommandForExitCode('restore', copy, '--yes', '--json')).toBe(0)
  const kept = readdirSync(join(path, '..')).filter((name) => /before-restore-\d{8}T\d{6}Z$/.test(name))
  expect(kept).toHaveLength(1)
  expect(JSON.parse(said.at(-1) ?? '')).toEqual({
    head: expect.stringMatching(/^\d+:[0-9a-f]{64}$/) as string,
    lost: { lines: expect.any(Number) as number, people: 1, wallets: 1, passkeys: 1, applications: 0 },
    ended: expect.objectContaining({ suspended: 1, erased: 1, wallets: 2, changedResources: 2 }) as object,
    keptAs: join(path, '..', kept[0] ?? ''),
    sessions: expect.any(Number) as number,
    tokens: expect.any(Number) as number,
    newKeys: expect.any(Boolean) as boolean,
    left: [
      expect.stringContaining(
        `person ${erinId} is suspended: their only sign-in method in the backup was removed after the backup.`,
      ) as string,
    ],
  })

  const { app: again, stop: stopAgain } = await startServerOnDatabaseFile(address, now)
  onTestFinished(stopAgain)
  expect(await verifyAuditLogIntegrity(again.database.queries)).toMatchObject({ outcome: 'whole' })
  await sequenceAllAuditEntries(again.database.queries)
  const events = await again.database.queries.selectFrom('audit_events').select(['type']).orderBy('sequence').execute()
  expect(events.at(-1)?.type).toBe('database.restored')
  // No session, token or secret from the backup works.
  for (const browser of [aliceHere, bobHere, erinHere]) {
    const moved = again.openBrowser()
    for (const [name, value] of browser.cookies) moved.cookies.set(name, value)
    expect((await moved.send('GET', '/api/session')).json()).toMatchObject({ person: null })
  }
  expect(await sendRefreshTokenRequest(again, application, usedLater).then(summarizeOAuthResponse)).toMatch(
    /^401 invalid_client/,
  )
  const current = { ...application, secret: rotated.outcome === 'rotated' ? rotated.secret : '' }
  expect(await sendRefreshTokenRequest(again, current, usedLater).then(summarizeOAuthResponse)).toBe(
    '400 invalid_grant',
  )
  expect(await readOAuthTokenActiveStates(again, current, family)).toEqual([false, false])
  expect(
    (await again.http.inject({ url: '/api/admin/people', headers: { authorization: `Bearer ${token.secret}` } }))
      .statusCode,
  ).toBe(401)
  // The restore does not reopen restricted resources to all applications.
  const resources = await listResourceServers(again.database.queries)
  expect(resources.map(({ definition }) => [definition.resource, definition.openTo])).toEqual([
    [testResourceUri, 'listed'],
  ])
  // People who were suspended or erased are suspended after the restore.
  const status = (id: string) =>
    again.database.queries.selectFrom('people').select('status').where('id', '=', id).executeTakeFirst()
  expect(await status(bobId)).toEqual({ status: 'suspended' })
  expect(await status(erinId)).toEqual({ status: 'suspended' })
  expect((await again.openBrowser().signIn(bob)).statusCode).not.toBe(200)
  const secondHere = again.openBrowser()
  await secondHere.signIn(second)
  expect(await requireBrowserPersonId(secondHere)).not.toBe(aliceId)
  const aliceAgain = again.openBrowser()
  await aliceAgain.signIn(alice)
  expect(await requireBrowserPersonId(aliceAgain)).toBe(aliceId)
  // Usernames stay reserved or stay with their latest owner (P11).
  const frankHere = await openSteppedUpBrowser(again, frank)
  for (const name of ['alice', 'carol', 'carolyn', 'dave'])
    expect([name, (await chooseUsername(frankHere, name)).statusCode]).toEqual([name, 409])
  expect((await aliceAgain.send('GET', '/api/person/username')).json()).toMatchObject({ name: 'alice' })
})

test('restore over a database of the previous release keeps grants despite missing columns', async () => {
  const { address, copy } = createRestoreFolder()
  const { app, stop } = await startServerOnDatabaseFile(address)
  const application = await addTestClientApplication(app, { scopes: ['openid', 'wallet', 'offline_access'] })
  await obtainTokenFamilyBySignIn(app, await openSteppedUpBrowser(app, alice), application, {
    scope: 'openid wallet offline_access',
  })
  expect(await runCliCommandForExitCode('backup', copy)).toBe(0)
  for (const column of ['wallet_id', 'wallets_offered'] as const)
    await app.database.queries.schema.alterTable('grants').dropColumn(column).execute()
  await stop()
  expect(await runCliCommandForExitCode('restore', copy, '--yes')).toBe(0)
  const { app: again, stop: stopAgain } = await startServerOnDatabaseFile(address)
  onTestFinished(stopAgain)
  expect(await again.database.queries.selectFrom('grants').select('revoked_at').execute()).toEqual([
    { revoked_at: null },
  ])
})

test('N14 P18: restore does not bring back a pending merge that was refused after the backup', async () => {
  const { address, copy } = createRestoreFolder()
  const { app, stop } = await startServerOnDatabaseFile(address)
  const [victim, attacker] = [await openSteppedUpBrowser(app, alice), await openSteppedUpBrowser(app, bob)]
  const merge = await createIdentityMergeOfferForTests(attacker, alice)
  expect((await requestIdentityMergeAcceptanceForTests(attacker, merge)).json()).toMatchObject({ state: 'pending' })
  expect(await runCliCommandForExitCode('backup', copy)).toBe(0)
  expect((await requestIdentityMergeRefusalForTests(victim, merge)).statusCode).toBe(204)
  await stop()
  expect(await runCliCommandForExitCode('restore', copy, '--yes')).toBe(0)
  const { queries } = openDatabaseUntilTestEnds(address)
  expect(await queries.selectFrom('identity_merges').selectAll().execute()).toEqual([])
})

test('N14: restore gives back neither a revoked owner role nor access that an attacker lost', async () => {
  const { address, copy } = createRestoreFolder()
  const { app, stop } = await startServerOnDatabaseFile(address)
  const { queries } = app.database
  const context = { queries, random: systemRandomBytes }
  const { personId: eveId } = await openBrowserWithRole(app, bob, 'owner')
  const gone = await openSteppedUpBrowser(app, carol)
  const goneId = await requireBrowserPersonId(gone)
  await suspendPerson(context, goneId, app.clock.now)
  // An attacker merged the victim's identity into their own.
  const thief = await openSteppedUpBrowser(app, dave)
  const victim = await openSteppedUpBrowser(app, alice)
  const victimId = await requireBrowserPersonId(victim)
  const merged = await mergeIdentitiesForTests(thief, alice)
  const application = await addTestClientApplication(app, {
    redirectUris: ['https://app.example/callback', 'https://taken.example/'],
  })
  expect(await runCliCommandForExitCode('backup', copy)).toBe(0)

  app.clock.now += 1000
  expect((await requestIdentityMergeUndoForTests(thief, merged)).statusCode).toBeLessThan(300)
  const { personId: carolId } = await openBrowserWithRole(app, createEthereumTestKey(804), 'owner')
  await revokeRole(context, { personId: eveId, role: 'owner', actor: operatorAuditActor, now: app.clock.now })
  await suspendPerson(context, eveId, app.clock.now)
  expect(await erasePerson(context, { personId: goneId, session: null, now: app.clock.now })).not.toBeNull()
  const record = await findApplicationById(queries, application.id)
  if (record === undefined) throw new Error('There is no application.')
  await changeApplicationDefinition(
    { queries, random: systemRandomBytes },
    { definition: { ...record.definition, redirectUris: ['https://app.example/callback'] } },
    app.clock.now,
  )
  const { now } = app.clock
  await stop()

  said.length = 0
  expect(await runCliCommandForExitCode('restore', copy, '--yes')).toBe(0)
  expect(said.join('\n')).toContain('this server no longer has an owner: the next start prints a setup code')
  const { app: again, stop: stopAgain } = await startServerOnDatabaseFile(address, now)
  onTestFinished(stopAgain)
  const statusOf = async (id: string): Promise<string | undefined> =>
    (await again.database.queries.selectFrom('people').select('status').where('id', '=', id).executeTakeFirst())?.status
  expect(await statusOf(eveId)).toBe('suspended')
  expect(await statusOf(carolId)).toBeUndefined()
  expect([undefined, 'erased']).toContain(await statusOf(goneId))
  expect(await again.database.queries.selectFrom('role_assignments').selectAll().execute()).toEqual([])
  const wallets = await again.database.queries
    .selectFrom('wallets')
    .selectAll()
    .where('unlinked_at', 'is', null)
    .execute()
  expect(wallets.map((row) => row.address)).not.toContain(alice.address.toLowerCase())
  expect(victimId).not.toBe(await requireBrowserPersonId(await openSteppedUpBrowser(again, alice)))
  expect((await findApplicationById(again.database.queries, application.id))?.definition.redirectUris).toEqual([
    'https://app.example/callback',
  ])
  // No browser is trusted, and nothing issued earlier is valid.
  expect(
    await again.database.queries
      .selectFrom('browsers')
      .select('id')
      .where('trusted_at', 'is not', null)
      .where('person_id', '=', eveId)
      .execute(),
  ).toEqual([])
})
