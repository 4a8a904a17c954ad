// Tests rehearsals of group rules and sign-in policies.
import type { AdminApiEndpointInput, AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { rehearsalLimits } from '@countersign/api/server-limits'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { expect, test } from 'vitest'
import { callWithApiToken, issueTestApiToken } from '../../testing/api-token-test-steps.ts'
import { openBrowserWithRole, requireBrowserPersonId } from '../../testing/admin-role-test-steps.ts'
import { createWalletRule } from '../../testing/admin-group-fixtures.ts'
import { createTestServer, openSteppedUpBrowser } from '../../testing/countersign-test-server.ts'
import type { TestBrowser, TestServer } from '../../testing/countersign-test-server.ts'
import { testOnBothDatabases } from '../../testing/database-fixtures.ts'
import { createFakeChain, createFakeChains } from '../../testing/fake-chains.ts'
import { addTestGroup, deployTestToken, testTokenAddress } from '../../testing/group-and-token-fixtures.ts'
import { dumpDatabase } from '../../testing/inspect-test-database.ts'
import { readApiErrorCodeOrDone } from '../../testing/read-api-error-code-or-done.ts'
import { getRehearsalWindowStart } from './rehearse-access.ts'

const { alice, bob, carol } = ethereumTestKeys
const dayMs = 86_400_000
const { windowDays } = rehearsalLimits

type Rehearsal = AdminApiEndpointOutput<'rehearseGroupRule'>
type Policy = AdminApiEndpointInput<'rehearseSignInPolicy'>['body']['policy']

const everyMethod: Policy = {
  allowedGroups: [],
  signInMethods: ['key', 'contract', 'solana', 'bitcoin', 'passkey'],
  chains: [],
}

const rehearseRule = async (browser: TestBrowser, rule: object, group: string | null): Promise<Rehearsal> =>
  (await browser.send('POST', '/api/admin/groups/rehearse', { rule, group })).json<Rehearsal>()

const rehearsePolicy = async (browser: TestBrowser, policy: Policy, application: string | null): Promise<Rehearsal> =>
  (await browser.send('POST', '/api/admin/applications/rehearse', { policy, application })).json<Rehearsal>()

const listReasons = (list: Rehearsal['listed']['refused']) =>
  list.map(({ person, reason }) => [person.id, reason?.code ?? null, reason?.value ?? null])

async function storeVerdict(
  { database, clock }: TestServer,
  groupId: string,
  personId: string,
  isMember: boolean,
): Promise<void> {
  const verdict = { is_member: Number(isMember), checked_at: clock.now, unreachable_since: null }
  await database.queries
    .insertInto('group_members')
    .values({ group_id: groupId, person_id: personId, recheck_at: clock.now + dayMs, ...verdict })
    .execute()
}

async function createServerWithPeople(kind: 'sqlite' | 'postgres') {
  const chain = createFakeChain()
  deployTestToken(chain)
  const app = await createTestServer({ database: kind, chains: createFakeChains(chain) })
  const { browser, personId: aliceId } = await openBrowserWithRole(app, alice, 'owner')
  const bobId = await requireBrowserPersonId(await openSteppedUpBrowser(app, bob))
  const carolId = await requireBrowserPersonId(await openSteppedUpBrowser(app, carol))
  return { app, chain, browser, aliceId, bobId, carolId }
}

testOnBothDatabases('a rule is compared with the current one, and nothing is written', async (kind) => {
  const { app, chain, browser, aliceId, bobId, carolId } = await createServerWithPeople(kind)
  await addTestGroup(app, 'team', createWalletRule(bob.address))
  await browser.send('POST', '/api/admin/applications', {
    definition: {
      id: 'wiki',
      name: 'Wiki',
      kind: 'web',
      redirectUris: ['https://wiki.example/'],
      allowedGroups: ['team'],
    },
  })
  const [before, readings] = [await dumpDatabase(app.database.queries), chain.readings.length]
  const rehearsal = await rehearseRule(browser, createWalletRule(alice.address, carol.address), 'team')
  expect(rehearsal).toMatchObject({
    population: 'everyone',
    compared: true,
    windowDays,
    people: 3,
    allowed: 2,
    refused: 1,
    unknown: 0,
    newlyRefused: 1,
    newlyAllowed: 2,
    truncated: false,
    applications: [{ id: 'wiki', name: 'Wiki' }],
  })
  expect(listReasons(rehearsal.listed.newlyRefused)).toEqual([[bobId, 'no_listed_wallet', null]])
  expect(
    listReasons(rehearsal.listed.newlyAllowed)
      .map(([id]) => id)
      .toSorted(),
  ).toEqual([aliceId, carolId].toSorted())
  await rehearsePolicy(browser, { ...everyMethod, allowedGroups: ['team'] }, 'wiki')
  expect(await dumpDatabase(app.database.queries)).toEqual(before)
  expect(chain.readings.length).toBe(readings)
})

testOnBothDatabases('balances come from stored memberships, and are unknown without them', async (kind) => {
  const { app, browser, aliceId, bobId, carolId } = await createServerWithPeople(kind)
  const holds = (atLeast: string) => ({ type: 'erc20', chain: '1', contract: testTokenAddress, atLeast })
  await addTestGroup(app, 'holders', holds('5'))
  await storeVerdict(app, 'holders', aliceId, true)
  await storeVerdict(app, 'holders', bobId, false)
  const same = await rehearseRule(browser, holds('5'), 'holders')
  expect(same).toMatchObject({ allowed: 1, refused: 1, unknown: 1, newlyRefused: 0 })
  expect(listReasons(same.listed.unknown)).toEqual([[carolId, 'balance_not_read', null]])
  expect(await rehearseRule(browser, holds('1'), 'holders')).toMatchObject({ allowed: 1, refused: 0, unknown: 2 })
  const listed = await rehearseRule(
    browser,
    { all: [holds('5'), createWalletRule(bob.address, carol.address)] },
    'holders',
  )
  expect(listed).toMatchObject({ allowed: 0, refused: 2, unknown: 1, newlyRefused: 1 })
  expect(listReasons(listed.listed.newlyRefused)).toEqual([[aliceId, 'no_listed_wallet', null]])
})

testOnBothDatabases(
  'excluded wallets count after they were unlinked, and for other identities with the same key',
  async (kind) => {
    const { app, browser, bobId, carolId } = await createServerWithPeople(kind)
    const { queries } = app.database
    await queries.updateTable('wallets').set({ unlinked_at: app.clock.now }).where('person_id', '=', bobId).execute()
    await openSteppedUpBrowser(app, bob)
    const everyone = createWalletRule(alice.address, bob.address, carol.address)
    const none = [createWalletRule(bob.address)]
    const rehearsal = await rehearseRule(browser, { all: [everyone, { none }] }, null)
    expect(rehearsal).toMatchObject({ people: 4, allowed: 2, refused: 2, compared: false })
    expect(listReasons(rehearsal.listed.refused).map(([id]) => id)).toContain(bobId)
    expect(listReasons(rehearsal.listed.refused).map(([id]) => id)).not.toContain(carolId)
  },
)

testOnBothDatabases('a sign-in policy is rehearsed with the people of the application', async (kind) => {
  const { app, browser, bobId, carolId } = await createServerWithPeople(kind)
  const { queries } = app.database
  await browser.send('POST', '/api/admin/applications', {
    definition: { id: 'wiki', name: 'Wiki', kind: 'web', redirectUris: ['https://wiki.example/'] },
  })
  await addTestGroup(app, 'team', createWalletRule(bob.address))
  const withoutKeys: Policy = { ...everyMethod, signInMethods: ['passkey'] }
  expect(await rehearsePolicy(browser, withoutKeys, 'wiki')).toMatchObject({ population: 'everyone', people: 3 })
  for (const [person_id, daysAgo] of [
    [bobId, 1],
    [carolId, 2],
    [carolId, windowDays + 1],
  ] as const)
    await queries
      .insertInto('grants')
      .values({
        id: `${person_id.slice(0, 20)}${daysAgo}`,
        person_id,
        application_id: 'wiki',
        scopes: 'openid',
        denied_scopes: '',
        resources: '[]',
        client_identity: null,
        disclosures: '{}',
        created_at: 1,
        last_used_at: app.clock.now - daysAgo * dayMs,
        revoked_at: daysAgo > 2 ? 1 : null,
        wallet_id: null,
        wallets_offered: null,
        partially_denied_at: null,
      })
      .execute()
  const refused = await rehearsePolicy(browser, withoutKeys, 'wiki')
  expect(refused).toMatchObject({ population: 'application', people: 2, allowed: 0, refused: 2, newlyRefused: 2 })
  expect(listReasons(refused.listed.newlyRefused)).toEqual([
    [bobId, 'sign_in_method', 'key'],
    [carolId, 'sign_in_method', 'key'],
  ])
  const team = await rehearsePolicy(browser, { ...everyMethod, allowedGroups: ['team'] }, 'wiki')
  expect(team).toMatchObject({ people: 2, allowed: 1, newlyRefused: 1, otherMethod: 0 })
  expect(listReasons(team.listed.newlyRefused)).toEqual([[carolId, 'not_in_group', 'Group team']])
  await queries.updateTable('people').set({ status: 'suspended' }).where('id', '=', bobId).execute()
  expect(await rehearsePolicy(browser, withoutKeys, 'wiki')).toMatchObject({ people: 1 })
  await queries
    .insertInto('passkeys')
    .values({
      id: 'p'.repeat(26),
      person_id: carolId,
      credential_id: 'c',
      public_key: 'k',
      user_handle: 'u',
      counter: 0,
      transports: '[]',
      device_type: 'multiDevice',
      backed_up: 1,
      label: null,
      created_at: 1,
      last_used_at: 1,
      removed_at: null,
      trusted_at: null,
    })
    .execute()
  expect(await rehearsePolicy(browser, withoutKeys, 'wiki')).toMatchObject({
    allowed: 1,
    newlyRefused: 0,
    otherMethod: 1,
  })
  const withoutPasskeys = {
    ...everyMethod,
    signInMethods: everyMethod.signInMethods.filter((one) => one !== 'passkey'),
  }
  expect(await rehearsePolicy(browser, withoutPasskeys, 'wiki')).toMatchObject({ allowed: 1, otherMethod: 0 })
  const sessions = queries.updateTable('sessions').where('person_id', '=', carolId)
  await sessions.set({ wallet_id: null, passkey_id: 'p'.repeat(26) }).execute()
  expect(await rehearsePolicy(browser, withoutPasskeys, 'wiki')).toMatchObject({ allowed: 1, otherMethod: 1 })
  await queries.updateTable('passkeys').set({ removed_at: 2 }).execute()
  expect(await rehearsePolicy(browser, withoutPasskeys, 'wiki')).toMatchObject({ allowed: 1, otherMethod: 0 })
})

testOnBothDatabases('only people who signed in within the window are evaluated, newest first', async (kind) => {
  const { app, browser, aliceId, bobId, carolId } = await createServerWithPeople(kind)
  const { queries } = app.database
  app.clock.now += 1000
  const late = app.clock.now
  await queries.updateTable('people').set({ last_seen_at: late }).where('id', '=', carolId).execute()
  await queries
    .updateTable('sessions')
    .set({ created_at: getRehearsalWindowStart({ now: late, windowDays }) - 1 })
    .where('person_id', '=', bobId)
    .execute()
  const rehearsal = await rehearseRule(browser, createWalletRule(bob.address), null)
  expect(rehearsal).toMatchObject({ people: 2, refused: 2, compared: false })
  expect(listReasons(rehearsal.listed.refused).map(([id]) => id)).toEqual([carolId, aliceId])
})

test('the window is not longer than ended sessions are kept', async () => {
  const app = await createTestServer({ environment: { COUNTERSIGN_ENDED_SESSION_RETENTION_DAYS: '7' } })
  const { browser } = await openBrowserWithRole(app, alice, 'owner')
  const bobId = await requireBrowserPersonId(await openSteppedUpBrowser(app, bob))
  const session = app.database.queries.updateTable('sessions').where('person_id', '=', bobId)
  await session.set({ created_at: app.clock.now - 8 * dayMs }).execute()
  const rehearsal = await rehearseRule(browser, createWalletRule(bob.address), null)
  expect(rehearsal).toMatchObject({ windowDays: 7, people: 1, allowed: 0 })
})

test('the newest check counts if groups with the same condition disagree', async () => {
  const { app, browser, bobId } = await createServerWithPeople('sqlite')
  const holds = { type: 'erc20', chain: '1', contract: testTokenAddress, atLeast: '5' }
  for (const id of ['first', 'second']) await addTestGroup(app, id, holds)
  for (const [id, isMember] of [
    ['second', false],
    ['first', true],
  ] as const) {
    app.clock.now += 1000
    await storeVerdict(app, id, bobId, isMember)
  }
  expect(await rehearseRule(browser, holds, 'second')).toMatchObject({ allowed: 1, refused: 0, newlyAllowed: 0 })
})

test('errors in the rule, and unknown groups and applications, are reported', async () => {
  const { browser } = await createServerWithPeople('sqlite')
  const faulty = await rehearseRule(browser, { all: [{ type: 'erc20' }] }, null)
  expect(faulty.people).toBe(0)
  expect(faulty.errors.map(({ path }) => path)).toContain('rule.all[0].chain')
  const ensName = { type: 'erc20', chain: '1', contract: 'token.example.eth', atLeast: '1' }
  expect((await rehearseRule(browser, ensName, null)).errors.map(({ path }) => path)).toEqual(['rule.contract'])
  const rule = createWalletRule(bob.address)
  const send = async (path: string, body: object) => readApiErrorCodeOrDone(await browser.send('POST', path, body))
  expect([
    await send('/api/admin/groups/rehearse', { rule, group: 'missing' }),
    await send('/api/admin/applications/rehearse', { policy: everyMethod, application: 'missing' }),
    await send('/api/admin/applications/rehearse', {
      policy: { ...everyMethod, allowedGroups: ['missing'] },
      application: null,
    }),
  ]).toEqual(['group.not_found', 'application.not_found', 'group.not_found'])
})

test('O38: an API token without people.read gets counts, but no people', async () => {
  const { app, browser } = await createServerWithPeople('sqlite')
  const { secret } = await issueTestApiToken(browser, ['groups.read', 'applications.read'])
  const send = async (path: string, body: object) =>
    (await callWithApiToken(app, secret, 'POST', path, body)).json<Rehearsal>()
  const none = { newlyRefused: [], newlyAllowed: [], refused: [], unknown: [] }
  expect(await send('/api/admin/groups/rehearse', { rule: createWalletRule(bob.address), group: null })).toMatchObject({
    allowed: 1,
    refused: 2,
    listed: none,
  })
  expect(
    await send('/api/admin/applications/rehearse', {
      policy: { ...everyMethod, signInMethods: ['passkey'] },
      application: null,
    }),
  ).toMatchObject({ refused: 3, listed: none })
})

test('O39: a third concurrent rehearsal is refused', async () => {
  const { browser } = await createServerWithPeople('sqlite')
  const send = async () =>
    readApiErrorCodeOrDone(
      await browser.send('POST', '/api/admin/groups/rehearse', { rule: createWalletRule(bob.address), group: null }),
    )
  const codes = await Promise.all([send(), send(), send()])
  expect(codes.filter((code) => code === 'rate.limited')).toHaveLength(1)
})
