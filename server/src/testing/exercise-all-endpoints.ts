// Makes every call of the server at least once so that it succeeds, walks applications through the protocol, and runs every job: for
// tests of what all of these do to the database. Says which calls it did not make.
import { adminRoutes } from '@countersign/api/admin-routes'
import { apiRoutes } from '@countersign/api/api-routes'
import type { TestMailServer } from '@countersign/testing/test-mail-server'
import { createTestKey, testKeys } from '@countersign/testing/test-keys'
import type { LightMyRequestResponse } from 'fastify'
import sharp from 'sharp'
import { listDueWalletNames, claimDueWalletName } from '../store/wallets/wallet-name-store.ts'
import { issueSetupCode } from '../admin/setup/issue-setup-code.ts'
import { systemRandomBytes } from '../platform/clock.ts'
import { openSteppedUpBrowser } from './test-app.ts'
import type { TestApp, TestBrowser } from './test-app.ts'
import {
  answerOnPhone,
  submitCrossDeviceAnswer,
  sendFromPhone,
  pickMatchingPair,
  showCrossDeviceCode,
} from './test-cross-device.ts'
import { acceptMerge, linkWallet, offerMerge, requestMergeUndo } from './test-merges.ts'
import {
  addTestApplication,
  allowConsent,
  createAuthorizationUrl,
  redirectLocationOf,
  interactionIdOf,
  obtainTokens,
  postForm,
  signInToInteraction,
} from './test-openid.ts'
import { testTokenAddress } from './test-groups.ts'
import { addPasskey, signInWithPasskey, signUpWithPasskey, stepUpWithPasskey } from './test-passkeys.ts'
import { testContractAddress, signInAsContract } from './test-session-rechecks.ts'
import { grantTestRole, readPersonId } from './test-roles.ts'
import { obtainTokenFamily, refreshTokens, requestUserinfo } from './test-tokens.ts'

/** A server whose clock can be moved, with a contract at the first address that alice owns. */
type ExercisedApp = TestApp & { pass: (milliseconds: number) => void }

const allRoutes = { ...apiRoutes, ...adminRoutes }
const day = 86_400_000

/**
 * @param say is told what comes next
 * @param mail the mail server that it sends by
 * @returns the calls that were never answered with success
 */
export async function exerciseAllEndpoints(
  app: ExercisedApp,
  say: (what: string) => void,
  mail: Pick<TestMailServer, 'mails' | 'waitForMails'>,
): Promise<string[]> {
  const answered = recordSuccessfulCalls(app)
  const step = async <Result>(what: string, run: () => Promise<Result>): Promise<Result> => {
    say(what)
    return run()
  }
  const mark = (
    await sharp({ create: { width: 64, height: 64, channels: 3, background: '#336' } })
      .png()
      .toBuffer()
  ).toString('base64')
  await step('setup', () => exerciseSetup(app))
  const owner = await step('owner', async () => {
    const browser = await openSteppedUpBrowser(app, createTestKey(901))
    await grantTestRole(app, await readPersonId(browser), 'owner')
    return browser
  })
  await step('own account', () => exerciseAccount(app, mark, mail))
  await step('passkeys', () => exercisePasskeys(app))
  await step('browsers', () => exerciseBrowsers(app))
  await step('another device', () => exerciseCrossDevice(app))
  await step('merging', () => exerciseMerging(app))
  await step('applications of people', () => exerciseOpenId(app))
  await step('contract wallets', () => signInAsContract(app, testContractAddress(1)))
  await step('applications', () => exerciseApplications(app, owner, mark))
  await step('resources', () => exerciseResources(owner))
  await step('groups', () => exerciseGroups(app, owner))
  await step('people', () => exercisePeople(app, owner))
  await step('activity', () => exerciseAuditLog(app, owner))
  await step('settings', () => exerciseSettings(owner, mark))
  await step('jobs', () => runJobs(app))
  // A session of one person runs out now, and not everybody's after some weeks.
  const { queries } = app.database
  const { id } = await queries
    .selectFrom('sessions')
    .select('id')
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirstOrThrow()
  await queries.updateTable('sessions').set({ expires_at: app.clock.now }).where('id', '=', id).execute()
  for (const milliseconds of [5 * 60_000, day]) {
    app.pass(milliseconds)
    await step('jobs later', () => runJobs(app))
  }
  return Object.keys(allRoutes).filter((name) => !answered.has(name))
}

/** Which calls were answered with success. */
function recordSuccessfulCalls(app: TestApp): Set<string> {
  const answered = new Set<string>()
  const patterns = Object.entries(allRoutes).map(([name, { method, path }]) => ({
    name,
    method,
    form: new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replace('*', '.+')}$`),
  }))
  const { http } = app
  const inject = http.inject.bind(http) as (options: {
    method?: string
    url: string
  }) => Promise<LightMyRequestResponse>
  http.inject = (async (options: { method?: string; url: string }) => {
    const response = await inject(options)
    const [path = ''] = options.url.split('?')
    const candidates = patterns.filter(({ method, form }) => method === (options.method ?? 'GET') && form.test(path))
    // "/events/export" is no number of a line.
    const found =
      candidates.find(({ name }) => allRoutes[name as keyof typeof allRoutes].path === path) ?? candidates[0]
    if (found !== undefined && response.statusCode < 400) answered.add(found.name)
    return response
  }) as unknown as typeof http.inject
  return answered
}

async function callEndpoint<Answer = Record<string, unknown>>(
  browser: TestBrowser,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  body?: unknown,
): Promise<Answer> {
  const response = await browser.send(method, url, body)
  if (response.statusCode >= 400)
    throw new Error(`${method} ${url} was answered ${response.statusCode}: ${response.body}`)
  return response.body !== '' && /^application\/json(;|$)/.test(String(response.headers['content-type']))
    ? response.json<Answer>()
    : (undefined as Answer)
}

/** The first owner, by the code that the terminal shows; taken back again, so that others can be made. */
async function exerciseSetup(app: ExercisedApp): Promise<void> {
  const { queries } = app.database
  const code = await issueSetupCode({ queries, random: systemRandomBytes })
  const first = await openSteppedUpBrowser(app, createTestKey(900))
  await callEndpoint(first, 'GET', '/api/setup')
  await callEndpoint(first, 'POST', '/api/setup', { code })
  await callEndpoint(first, 'GET', '/api/admin')
  await callEndpoint(first, 'GET', '/api/admin/setup-steps')
  await callEndpoint(first, 'DELETE', '/api/admin/setup-steps/chain')
}

async function exerciseAccount(
  app: ExercisedApp,
  picture: string,
  mail: Pick<TestMailServer, 'mails' | 'waitForMails'>,
): Promise<void> {
  const { alice, bob } = testKeys
  const browser = await openSteppedUpBrowser(app, alice)
  await callEndpoint(browser, 'GET', '/api/session')
  await callEndpoint(browser, 'PATCH', '/api/person', { displayName: 'Ada of the walk' })
  await callEndpoint(browser, 'GET', '/api/person/email')
  await callEndpoint(browser, 'POST', '/api/person/email', { address: 'ada@mail.example', language: 'en' })
  await mail.waitForMails(1)
  const code = /^[0-9]{8}\r?$/m.exec(mail.mails.at(-1)?.raw ?? '')?.[0].trim()
  await callEndpoint(browser, 'POST', '/api/person/email/confirm', { code })
  await callEndpoint(browser, 'DELETE', '/api/person/email')
  await callEndpoint(browser, 'GET', '/api/person/user-name')
  await callEndpoint(browser, 'POST', '/api/person/user-name/check', { name: 'ada' })
  await callEndpoint(browser, 'POST', '/api/person/user-name', { name: 'ada' })
  await callEndpoint(browser, 'PUT', '/api/person/user-name', { name: 'ada-of-the-walk' })
  await callEndpoint(browser, 'PUT', '/api/person/picture', { content: picture })
  const wallet = await linkWallet(browser, bob)
  await callEndpoint(browser, 'PATCH', `/api/wallets/${wallet.id}`, { label: 'Savings of the walk', primary: true })
  await callEndpoint(browser, 'POST', `/api/wallets/${wallet.id}/confirm`)
  await callEndpoint(browser, 'GET', '/api/wallets')
  for (const url of [
    '/api/activity',
    '/api/activity?kind=sign-ins',
    '/api/activity/export?format=jsonl',
    '/api/export',
    '/api/sessions',
    '/api/grants',
    '/api/retention',
  ])
    await callEndpoint(browser, 'GET', url)
  await callEndpoint(browser, 'DELETE', `/api/wallets/${wallet.id}`)
  await callEndpoint(browser, 'DELETE', '/api/person/picture')
  await (await openSteppedUpBrowser(app, alice)).send('GET', '/api/session')
  const { items } = await callEndpoint<{ items: { id: string; current: boolean }[] }>(browser, 'GET', '/api/sessions')
  const other = items.find(({ current }) => !current)
  await callEndpoint(browser, 'DELETE', `/api/sessions/${other?.id}`)
  await callEndpoint(browser, 'DELETE', '/api/sessions')
  await callEndpoint(browser, 'POST', '/api/sign-out')
  const leaving = await openSteppedUpBrowser(app, createTestKey(910))
  await callEndpoint(leaving, 'DELETE', '/api/person')
  // A sign-in that is refused, by another's signature.
  const stranger = app.openBrowser()
  const { message } = await stranger.signChallenge(alice)
  await stranger.send('POST', '/api/sign-in', { message, signature: (await stranger.signChallenge(bob)).signature })
  const { id } = await stranger.requestChallenge({ purpose: 'sign-in', walletKind: 'contract' })
  await callEndpoint(stranger, 'GET', `/api/challenges/${id}`)
}

async function exercisePasskeys(app: ExercisedApp): Promise<void> {
  const browser = await openSteppedUpBrowser(app, createTestKey(911))
  const { passkey, id } = await addPasskey(browser, { label: 'Phone of the walk' })
  await callEndpoint(browser, 'PATCH', `/api/passkeys/${id}`, { label: 'Phone' })
  await callEndpoint(browser, 'GET', '/api/passkeys')
  await stepUpWithPasskey(browser, passkey)
  await signInWithPasskey(app.openBrowser(), passkey)
  // Somebody who has no wallet.
  await callEndpoint(app.openBrowser(), 'GET', '/api/first-ways')
  await signUpWithPasskey(app.openBrowser())
  await callEndpoint(browser, 'DELETE', `/api/passkeys/${id}`)
}

async function exerciseBrowsers(app: ExercisedApp): Promise<void> {
  const key = createTestKey(912)
  const known = await openSteppedUpBrowser(app, key)
  for (const decision of ['recognise', 'disown'] as const) {
    await app.openBrowser({ userAgent: `Another browser to ${decision}` }).signIn(key)
    const { items } = await callEndpoint<{ items: { id: string }[] }>(known, 'GET', '/api/browsers/new')
    const url = `/api/browsers/${items[0]?.id}`
    if (decision === 'recognise') await callEndpoint(known, 'POST', `${url}/recognise`)
    else await callEndpoint(known, 'DELETE', url)
  }
}

async function exerciseCrossDevice(app: ExercisedApp): Promise<void> {
  const key = createTestKey(918)
  const phone = await openSteppedUpBrowser(app, key)
  const { passkey } = await addPasskey(phone, { label: 'Phone that answers' })
  for (const answers of [key, passkey]) {
    const waiting = app.openBrowser()
    const shown = await showCrossDeviceCode(waiting)
    await answerOnPhone(phone, shown, answers)
    await submitCrossDeviceAnswer(waiting, shown)
    await sendFromPhone(phone, 'follow', shown)
    await sendFromPhone(phone, 'end', shown)
  }
  const refused = await showCrossDeviceCode(app.openBrowser())
  await pickMatchingPair(phone, refused)
  await sendFromPhone(phone, 'pass-on', refused)
  await sendFromPhone(phone, 'refuse', refused, { isReported: true })
  const waiting = app.openBrowser()
  const { id } = await showCrossDeviceCode(waiting)
  await callEndpoint(waiting, 'DELETE', `/api/cross-device/${id}`)
}

async function exerciseMerging(app: ExercisedApp): Promise<void> {
  const [key, otherKey] = [createTestKey(913), createTestKey(914)]
  const browser = await openSteppedUpBrowser(app, key)
  const other = await openSteppedUpBrowser(app, otherKey)
  const refused = await offerMerge(browser, otherKey)
  await acceptMerge(browser, refused)
  await callEndpoint(other, 'GET', '/api/merges/pending')
  await callEndpoint(other, 'DELETE', `/api/merges/${refused.id}`)
  const offered = await offerMerge(browser, otherKey)
  await acceptMerge(browser, offered)
  await callEndpoint(other, 'POST', `/api/merges/${offered.id}/confirm`)
  await callEndpoint(browser, 'GET', '/api/merges')
  app.pass(1000)
  await browser.stepUp(key)
  await requestMergeUndo(browser, offered)
}

async function exerciseOpenId(app: ExercisedApp): Promise<void> {
  const key = createTestKey(915)
  const browser = await openSteppedUpBrowser(app, key)
  const application = await addTestApplication(app, {
    id: 'walked',
    scopes: ['openid', 'profile', 'wallet', 'proof', 'offline_access'],
    postLogoutUris: ['https://app.example/out'],
    backchannelLogoutUri: 'https://app.example/logout',
  })
  const family = await obtainTokenFamily(app, browser, application, {
    scope: 'openid profile wallet proof offline_access',
  })
  await requestUserinfo(app, family.access_token)
  const again = (await refreshTokens(app, application, family.refresh_token)).json<{
    access_token: string
    refresh_token: string
  }>()
  for (const token of [again.access_token, again.refresh_token])
    await postForm(app, '/introspect', application, { token })
  await postForm(app, '/revoke', application, { token: again.access_token })
  // A refresh token that was used already.
  await refreshTokens(app, application, family.refresh_token)
  await postForm(app, '/request', application, {
    client_id: application.id,
    redirect_uri: application.redirectUri,
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  })
  const begun = interactionIdOf(
    await browser.send('GET', createAuthorizationUrl(application, { scope: 'openid profile', prompt: 'consent' })),
  )
  await callEndpoint(browser, 'GET', `/api/interactions/${begun}`)
  await callEndpoint(browser, 'POST', `/api/interactions/${begun}/deny`)
  const fresh = app.openBrowser()
  const wanted = interactionIdOf(await fresh.send('GET', createAuthorizationUrl(application)))
  await callEndpoint(fresh, 'GET', `/api/interactions/${wanted}`)
  await signInToInteraction(fresh, wanted, createTestKey(916))
  const consented = interactionIdOf(
    await browser.send(
      'GET',
      createAuthorizationUrl(application, { scope: 'openid profile wallet', prompt: 'consent' }),
    ),
  )
  await callEndpoint(browser, 'POST', `/api/interactions/${consented}/consent`, { withheld: [] })

  const device = await addTestApplication(app, { id: 'walked-device', kind: 'device' })
  for (const decision of ['approve', 'deny'] as const) {
    const { user_code: userCode, device_code: code } = (
      await postForm(app, '/device/authorize', device, { scope: 'openid' })
    ).json<{ user_code: string; device_code: string }>()
    await callEndpoint(browser, 'POST', '/api/device/read', { userCode })
    await callEndpoint(browser, 'POST', `/api/device/${decision}`, {
      userCode,
      ...(decision === 'approve' && { withheld: [] }),
    })
    app.pass(10_000)
    await postForm(app, '/token', device, {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: code,
    })
  }
  const { items } = await callEndpoint<{ items: { id: string; application: { id: string } }[] }>(
    browser,
    'GET',
    '/api/grants',
  )
  const { items: wallets } = await callEndpoint<{ items: { id: string }[] }>(browser, 'GET', '/api/wallets')
  const grantOf = (id: string) => items.find((grant) => grant.application.id === id)?.id
  await callEndpoint(browser, 'PATCH', `/api/grants/${grantOf(application.id)}`, { wallet: wallets[0]?.id })
  await callEndpoint(browser, 'DELETE', `/api/grants/${grantOf(device.id)}`)
  const tokens = await obtainTokens(app, browser, application)
  const request = new URL(
    redirectLocationOf(
      await browser.send(
        'GET',
        `/end-session?${new URLSearchParams({ id_token_hint: tokens.id_token, post_logout_redirect_uri: 'https://app.example/out' })}`,
      ),
    ),
    'https://sign-in.example',
  ).searchParams.get('request')
  await callEndpoint(browser, 'GET', `/api/sign-out-requests/${request}`)
  await callEndpoint(browser, 'POST', `/api/sign-out-requests/${request}/confirm`)
  await callEndpoint(browser, 'GET', `/api/application-home?application=${application.id}`)
}

async function exerciseApplications(app: ExercisedApp, owner: TestBrowser, logo: string): Promise<void> {
  const definition = { id: 'made', name: 'Made', kind: 'web', redirectUris: ['https://made.example/callback'] }
  const path = '/api/admin/applications'
  await callEndpoint(owner, 'GET', '/api/admin/presets')
  await callEndpoint(owner, 'POST', `${path}/check`, { definition })
  await callEndpoint(owner, 'POST', path, { definition })
  const read = await callEndpoint<{ changedAt: string; definition: object }>(owner, 'GET', `${path}/made`)
  await callEndpoint(owner, 'PUT', `${path}/made`, {
    definition: { ...read.definition, name: 'Made anew' },
    changedAt: read.changedAt,
  })
  await callEndpoint(owner, 'POST', `${path}/made/secret`, { overlapSeconds: 60 })
  await callEndpoint(owner, 'DELETE', `${path}/made/previous-secret`)
  await callEndpoint(owner, 'PUT', `${path}/made/logo`, { content: logo })
  await callEndpoint(owner, 'DELETE', `${path}/made/logo`)
  const tried = await callEndpoint<{ id: string; url: string }>(owner, 'POST', `${path}/made/try`, {
    scopes: ['profile'],
  })
  const asked = await owner.send('GET', tried.url.replace('https://sign-in.example', ''))
  const back = redirectLocationOf(asked).startsWith('/consent')
    ? await allowConsent(owner, interactionIdOf(asked))
    : asked
  await owner.send('GET', redirectLocationOf(back).replace('https://sign-in.example', ''))
  await callEndpoint(owner, 'GET', `/api/admin/tries/${tried.id}`)
  for (const query of ['', '?search=wiki', '?sort=used', '?sort=created', '?kind=web&enabled=yes'])
    await callEndpoint(owner, 'GET', `${path}${query}`)
  await callEndpoint(owner, 'POST', `${path}/apply`, {
    applications: [{ definition: { ...definition, name: 'Made by a file' } }],
    dryRun: false,
    prune: false,
    newSubjects: [],
  })
  await callEndpoint(owner, 'POST', `${path}/made/disable`)
  await callEndpoint(owner, 'POST', `${path}/made/enable`)
  await callEndpoint(owner, 'DELETE', `${path}/made`)
  await callEndpoint(owner, 'GET', `${path}/walked`)
  app.pass(1000)
}

async function exerciseResources(owner: TestBrowser): Promise<void> {
  const path = '/api/admin/resources'
  const definition = {
    resource: 'https://walk.example/mcp',
    name: 'Walk',
    scopes: [{ scope: 'read', description: null }],
    openTo: 'listed',
    tokenLifeSeconds: null,
    claims: [],
    algorithm: 'ES256',
    tokenType: 'at+jwt',
    subjects: 'by-resource',
  }
  await callEndpoint(owner, 'POST', `${path}/check`, definition)
  const { id } = await callEndpoint<{ id: string }>(owner, 'POST', path, definition)
  const { changedAt } = await callEndpoint<{ changedAt: string }>(owner, 'GET', `${path}/${id}`)
  await callEndpoint(owner, 'PUT', `${path}/${id}`, { ...definition, name: 'Walked', changedAt })
  for (const query of ['', '?search=walk', '?sort=created', '?openTo=applications'])
    await callEndpoint(owner, 'GET', `${path}${query}`)
  const file = { resources: [{ ...definition, name: 'Walked by a file' }] }
  await callEndpoint(owner, 'POST', `${path}/apply`, { file, dryRun: false, prune: false })
  await callEndpoint(owner, 'DELETE', `${path}/${id}`)
}

async function exerciseGroups(app: ExercisedApp, owner: TestBrowser): Promise<void> {
  // Of whom a wallet is barred, every wallet that they ever had is looked up.
  const none = [{ type: 'wallets', wallets: [testKeys.carol.address] }]
  const rule = { all: [{ type: 'wallets', wallets: [testKeys.alice.address] }, { none }] }
  const path = '/api/admin/groups'
  await callEndpoint(owner, 'POST', `${path}/preview`, { rule })
  await callEndpoint(owner, 'GET', '/api/admin/chains')
  await callEndpoint(owner, 'POST', '/api/admin/rules/token', { chain: '1', contract: testTokenAddress })
  await callEndpoint(owner, 'POST', '/api/admin/rules/try', { rule, address: testKeys.alice.address })
  await callEndpoint(owner, 'POST', path, { id: 'walkers', name: 'Walkers', description: null, rule })
  const { changedAt } = await callEndpoint<{ changedAt: string }>(owner, 'GET', `${path}/walkers`)
  await callEndpoint(owner, 'POST', `${path}/walkers/explain`, { person: testKeys.alice.address })
  await callEndpoint(owner, 'PUT', `${path}/walkers`, {
    id: 'walkers',
    name: 'Those who walk',
    description: null,
    rule,
    changedAt,
  })
  for (const query of ['', '?sort=members', '?sort=created', '?search=walk'])
    await callEndpoint(owner, 'GET', `${path}${query}`)
  for (const query of ['', '?search=ada', '?order=asc', '?search=a'])
    await callEndpoint(owner, 'GET', `${path}/members/members${query}`)
  const file = { groups: [{ id: 'walkers', name: 'Walkers of a file', rule }] }
  await callEndpoint(owner, 'POST', `${path}/apply`, { file, dryRun: false, prune: false })
  // Somebody who is asked for groups, and looked at again later.
  await openSteppedUpBrowser(app, testKeys.alice)
  await callEndpoint(owner, 'GET', `${path}/walkers/members`)
  await callEndpoint(owner, 'DELETE', `${path}/walkers`)
}

async function exercisePeople(app: ExercisedApp, owner: TestBrowser): Promise<void> {
  const key = createTestKey(917)
  const theirs = await openSteppedUpBrowser(app, key)
  const id = await readPersonId(theirs)
  const path = `/api/admin/people/${id}`
  await callEndpoint(owner, 'GET', path)
  const { items } = await callEndpoint<{ items: { id: string }[] }>(owner, 'GET', `${path}/sessions`)
  await callEndpoint(owner, 'DELETE', `${path}/sessions/${items[0]?.id}`)
  await openSteppedUpBrowser(app, key)
  await callEndpoint(owner, 'DELETE', `${path}/sessions`)
  for (const text of ['ada', 'a', '17', id, key.address, 'wiki'])
    await callEndpoint(owner, 'GET', `/api/admin/search?text=${text}`)
  for (const query of ['', '?search=ada', '?search=a', '?order=asc'])
    await callEndpoint(owner, 'GET', `/api/admin/sessions${query}`)
  for (const query of [
    '',
    '?search=ada',
    '?search=a',
    '?sort=name',
    '?sort=created&order=asc',
    '?way=passkey',
    '?role=auditor',
    '?group=members',
    '?application=wiki',
    '?status=suspended',
    '?status=suspended&sort=name',
    `?search=${key.address}`,
    `?search=${id}`,
  ]) {
    const { nextCursor } = await callEndpoint<{ nextCursor: string | null }>(owner, 'GET', `/api/admin/people${query}`)
    if (nextCursor !== null)
      await callEndpoint(owner, 'GET', `/api/admin/people${query === '' ? '?' : `${query}&`}cursor=${nextCursor}`)
  }
  const views = '/api/admin/views'
  const kept = { list: 'people', name: 'Walk', query: '?status=suspended', shared: true }
  const view = await callEndpoint<{ id: string }>(owner, 'POST', views, kept)
  await callEndpoint(owner, 'PATCH', `${views}/${view.id}`, { name: 'Walked' })
  await callEndpoint(owner, 'GET', `${views}?list=people`)
  await callEndpoint(owner, 'DELETE', `${views}/${view.id}`)
  for (const [kind, of] of Object.entries({
    person: id,
    application: 'wiki',
    group: 'walkers',
    resource: id,
    line: '1',
  }))
    await callEndpoint(owner, 'PUT', '/api/admin/recent', { kind, id: of })
  await callEndpoint(owner, 'GET', '/api/admin/recent')
  await callEndpoint(owner, 'PUT', `${path}/roles/auditor`)
  await callEndpoint(owner, 'DELETE', `${path}/roles/auditor`)
  for (const ids of [{ ids: [id] }, { filter: { search: 'ada' } }])
    for (const act of ['suspend', 'restore', 'endSessions'])
      await callEndpoint(owner, 'POST', '/api/admin/bulk/preview', { act, ...ids })
  await callEndpoint(owner, 'POST', '/api/admin/groups', {
    id: 'bulk',
    name: 'Bulk',
    description: null,
    rule: { type: 'wallets', wallets: [testKeys.bob.address] },
  })
  await callEndpoint(owner, 'POST', '/api/admin/bulk/preview', { act: 'addToGroup', group: 'bulk', ids: [id] })
  await callEndpoint(owner, 'POST', '/api/admin/bulk', { act: 'addToGroup', group: 'bulk', ids: [id] })
  await callEndpoint(owner, 'DELETE', '/api/admin/groups/bulk')
  await callEndpoint(owner, 'POST', '/api/admin/bulk', { act: 'endSessions', ids: [id] })
  await callEndpoint(owner, 'POST', '/api/admin/bulk', { act: 'suspend', ids: [id], reason: 'A walk' })
  await callEndpoint(owner, 'POST', '/api/admin/bulk', { act: 'restore', ids: [id] })
  await callEndpoint(owner, 'POST', '/api/admin/bulk/export', { filter: { search: 'ada' } })
  await callEndpoint(owner, 'POST', `${path}/suspend`, { reason: 'A walk' })
  await callEndpoint(owner, 'POST', `${path}/restore`)
  await callEndpoint(owner, 'DELETE', path, { reason: 'A walk' })
}

async function exerciseAuditLog(app: TestApp, owner: TestBrowser): Promise<void> {
  const filters = [
    '',
    '?type=session.started',
    '?outcome=refused',
    '?reason=expired',
    '?application=wiki',
    '?way=key',
    `?address=${testKeys.alice.address}`,
    '?from=2026-01-10T00:00:00Z&to=2026-01-12T00:00:00Z',
    '?type=session.started&application=wiki',
  ]
  for (const query of filters) await callEndpoint(owner, 'GET', `/api/admin/events${query}`)
  for (const by of ['person', 'application', 'network'])
    await callEndpoint(owner, 'GET', `/api/admin/events/groups?by=${by}&outcome=refused`)
  await callEndpoint(owner, 'GET', '/api/admin/news')
  await callEndpoint(owner, 'GET', '/api/admin/events/1')
  await callEndpoint(owner, 'GET', '/api/admin/events/chain?after=10')
  await app.sequenceAuditLog()
  await app.signCheckpoint()
  await callEndpoint(owner, 'GET', '/api/admin/log/checkpoint')
  await callEndpoint(owner, 'GET', '/api/admin/log/tile/0/000.p/1')
  await callEndpoint(owner, 'GET', '/api/admin/events/export?format=jsonl&reason=expired')
  await callEndpoint(owner, 'GET', '/api/admin/figures')
  await callEndpoint(owner, 'GET', '/api/admin/setup-steps')
}

async function exerciseSettings(owner: TestBrowser, mark: string): Promise<void> {
  const {
    branding: { mark: _mark, ...choices },
  } = await callEndpoint<{ branding: { mark: unknown } }>(owner, 'GET', '/api/admin/settings')
  await callEndpoint(owner, 'PUT', '/api/admin/settings/branding', choices)
  await callEndpoint(owner, 'PUT', '/api/admin/settings/mark', { content: mark })
  await callEndpoint(owner, 'DELETE', '/api/admin/settings/mark')
  await callEndpoint(owner, 'POST', '/api/admin/settings/keys', { immediately: false })
  await callEndpoint(owner, 'POST', '/api/admin/settings/chains/1/test')
  const { token } = await callEndpoint<{ token: { id: string } }>(owner, 'POST', '/api/admin/tokens', {
    name: 'Walk',
    permissions: ['figures.read'],
    days: 1,
  })
  for (const query of ['', '?search=walk']) await callEndpoint(owner, 'GET', `/api/admin/tokens${query}`)
  await callEndpoint(owner, 'DELETE', `/api/admin/tokens/${token.id}`)
  const registration = '/api/admin/registration-tokens'
  await callEndpoint(owner, 'POST', registration, { lifeSeconds: 3600, uses: 2 })
  const { items } = await callEndpoint<{ items: { id: string }[] }>(owner, 'GET', registration)
  await callEndpoint(owner, 'DELETE', `${registration}/${items[0]?.id ?? ''}`)
}

async function runJobs(app: ExercisedApp): Promise<void> {
  await app.pruneExpired()
  await app.deliverLogouts()
  await app.recheckSessions()
  await app.recheckGroupMemberships()
  await app.refreshWalletNames()
  const { queries } = app.database
  const [due] = await listDueWalletNames(queries, app.clock.now, 60)
  if (due !== undefined) await claimDueWalletName(queries, due, app.clock.now + day)
}
