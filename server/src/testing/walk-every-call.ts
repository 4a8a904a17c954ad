// Makes every call of the server at least once so that it succeeds, walks applications through the protocol, and runs every job: for
// tests of what all of these do to the database. Says which calls it did not make.
import { adminRoutes } from '@countersign/api/admin-routes'
import { routes } from '@countersign/api/routes'
import type { TestMailServer } from '@countersign/testing/mail-server'
import { createTestKey, testKeys } from '@countersign/testing/test-keys'
import type { LightMyRequestResponse } from 'fastify'
import sharp from 'sharp'
import { listDueNames, takeDueName } from '../store/wallets/names.ts'
import { beginSetup } from '../admin/setup/begin.ts'
import { systemRandom } from '../platform/clock.ts'
import { openConfirmed } from './test-app.ts'
import type { TestApp, TestBrowser } from './test-app.ts'
import { answerOn, handIn, onPhone, pick, showCode } from './test-cross-device.ts'
import { accept, link, offer, undo } from './test-merges.ts'
import {
  addTestApplication,
  allow,
  authorizeUrl,
  goesTo,
  interactionOf,
  obtainTokens,
  post,
  signInTo,
} from './test-openid.ts'
import { tokenAddress } from './test-groups.ts'
import { addPasskey, signInBy, signUpBy, stepUpBy } from './test-passkeys.ts'
import { contractAddress, signInAsContract } from './test-rechecks.ts'
import { giveRole, personIdOf } from './test-roles.ts'
import { obtainFamily, refresh, userinfo } from './test-tokens.ts'

/** A server whose clock can be moved, with a contract at the first address that alice owns. */
type WalkedApp = TestApp & { pass: (milliseconds: number) => void }

const all = { ...routes, ...adminRoutes }
const day = 86_400_000

/**
 * @param say is told what comes next
 * @param mail the mail server that it sends by
 * @returns the calls that were never answered with success
 */
export async function walkEveryCall(
  app: WalkedApp,
  say: (what: string) => void,
  mail: Pick<TestMailServer, 'mails' | 'arrived'>,
): Promise<string[]> {
  const answered = listen(app)
  const step = async <Result>(what: string, run: () => Promise<Result>): Promise<Result> => {
    say(what)
    return run()
  }
  const mark = (
    await sharp({ create: { width: 64, height: 64, channels: 3, background: '#336' } })
      .png()
      .toBuffer()
  ).toString('base64')
  await step('setup', () => walkSetup(app))
  const owner = await step('owner', async () => {
    const browser = await openConfirmed(app, createTestKey(901))
    await giveRole(app, await personIdOf(browser), 'owner')
    return browser
  })
  await step('own account', () => walkAccount(app, mark, mail))
  await step('passkeys', () => walkPasskeys(app))
  await step('browsers', () => walkBrowsers(app))
  await step('another device', () => walkAnotherDevice(app))
  await step('merging', () => walkMerging(app))
  await step('applications of people', () => walkProtocol(app))
  await step('contract wallets', () => signInAsContract(app, contractAddress(1)))
  await step('applications', () => walkApplications(app, owner, mark))
  await step('resources', () => walkResources(owner))
  await step('groups', () => walkGroups(app, owner))
  await step('people', () => walkPeople(app, owner))
  await step('activity', () => walkEvents(app, owner))
  await step('settings', () => walkSettings(owner, mark))
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
  return Object.keys(all).filter((name) => !answered.has(name))
}

/** Which calls were answered with success. */
function listen(app: TestApp): Set<string> {
  const answered = new Set<string>()
  const patterns = Object.entries(all).map(([name, { method, path }]) => ({
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
    const found = candidates.find(({ name }) => all[name as keyof typeof all].path === path) ?? candidates[0]
    if (found !== undefined && response.statusCode < 400) answered.add(found.name)
    return response
  }) as unknown as typeof http.inject
  return answered
}

async function make<Answer = Record<string, unknown>>(
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
async function walkSetup(app: WalkedApp): Promise<void> {
  const { queries } = app.database
  const code = await beginSetup({ queries, random: systemRandom })
  const first = await openConfirmed(app, createTestKey(900))
  await make(first, 'GET', '/api/setup')
  await make(first, 'POST', '/api/setup', { code })
  await make(first, 'GET', '/api/admin')
  await make(first, 'GET', '/api/admin/setup-steps')
  await make(first, 'DELETE', '/api/admin/setup-steps/chain')
}

async function walkAccount(
  app: WalkedApp,
  picture: string,
  mail: Pick<TestMailServer, 'mails' | 'arrived'>,
): Promise<void> {
  const { alice, bob } = testKeys
  const browser = await openConfirmed(app, alice)
  await make(browser, 'GET', '/api/session')
  await make(browser, 'PATCH', '/api/person', { displayName: 'Ada of the walk' })
  await make(browser, 'GET', '/api/person/email')
  await make(browser, 'POST', '/api/person/email', { address: 'ada@mail.example', language: 'en' })
  await mail.arrived(1)
  const code = /^[0-9]{8}\r?$/m.exec(mail.mails.at(-1)?.raw ?? '')?.[0].trim()
  await make(browser, 'POST', '/api/person/email/confirm', { code })
  await make(browser, 'DELETE', '/api/person/email')
  await make(browser, 'GET', '/api/person/user-name')
  await make(browser, 'POST', '/api/person/user-name/check', { name: 'ada' })
  await make(browser, 'POST', '/api/person/user-name', { name: 'ada' })
  await make(browser, 'PUT', '/api/person/user-name', { name: 'ada-of-the-walk' })
  await make(browser, 'PUT', '/api/person/picture', { content: picture })
  const wallet = await link(browser, bob)
  await make(browser, 'PATCH', `/api/wallets/${wallet.id}`, { label: 'Savings of the walk', primary: true })
  await make(browser, 'POST', `/api/wallets/${wallet.id}/confirm`)
  await make(browser, 'GET', '/api/wallets')
  for (const url of [
    '/api/activity',
    '/api/activity?kind=sign-ins',
    '/api/activity/export?format=jsonl',
    '/api/export',
    '/api/sessions',
    '/api/grants',
    '/api/retention',
  ])
    await make(browser, 'GET', url)
  await make(browser, 'DELETE', `/api/wallets/${wallet.id}`)
  await make(browser, 'DELETE', '/api/person/picture')
  await (await openConfirmed(app, alice)).send('GET', '/api/session')
  const { items } = await make<{ items: { id: string; current: boolean }[] }>(browser, 'GET', '/api/sessions')
  const other = items.find(({ current }) => !current)
  await make(browser, 'DELETE', `/api/sessions/${other?.id}`)
  await make(browser, 'DELETE', '/api/sessions')
  await make(browser, 'POST', '/api/sign-out')
  const leaving = await openConfirmed(app, createTestKey(910))
  await make(leaving, 'DELETE', '/api/person')
  // A sign-in that is refused, by another's signature.
  const stranger = app.openBrowser()
  const { message } = await stranger.sign(alice)
  await stranger.send('POST', '/api/sign-in', { message, signature: (await stranger.sign(bob)).signature })
  const { id } = await stranger.challenge({ purpose: 'sign-in', walletKind: 'contract' })
  await make(stranger, 'GET', `/api/challenges/${id}`)
}

async function walkPasskeys(app: WalkedApp): Promise<void> {
  const browser = await openConfirmed(app, createTestKey(911))
  const { passkey, id } = await addPasskey(browser, { label: 'Phone of the walk' })
  await make(browser, 'PATCH', `/api/passkeys/${id}`, { label: 'Phone' })
  await make(browser, 'GET', '/api/passkeys')
  await stepUpBy(browser, passkey)
  await signInBy(app.openBrowser(), passkey)
  // Somebody who has no wallet.
  await make(app.openBrowser(), 'GET', '/api/first-ways')
  await signUpBy(app.openBrowser())
  await make(browser, 'DELETE', `/api/passkeys/${id}`)
}

async function walkBrowsers(app: WalkedApp): Promise<void> {
  const key = createTestKey(912)
  const known = await openConfirmed(app, key)
  for (const decision of ['recognise', 'disown'] as const) {
    await app.openBrowser({ userAgent: `Another browser to ${decision}` }).signIn(key)
    const { items } = await make<{ items: { id: string }[] }>(known, 'GET', '/api/browsers/new')
    const url = `/api/browsers/${items[0]?.id}`
    if (decision === 'recognise') await make(known, 'POST', `${url}/recognise`)
    else await make(known, 'DELETE', url)
  }
}

async function walkAnotherDevice(app: WalkedApp): Promise<void> {
  const key = createTestKey(918)
  const phone = await openConfirmed(app, key)
  const { passkey } = await addPasskey(phone, { label: 'Phone that answers' })
  for (const answers of [key, passkey]) {
    const waiting = app.openBrowser()
    const shown = await showCode(waiting)
    await answerOn(phone, shown, answers)
    await handIn(waiting, shown)
    await onPhone(phone, 'follow', shown)
    await onPhone(phone, 'end', shown)
  }
  const refused = await showCode(app.openBrowser())
  await pick(phone, refused)
  await onPhone(phone, 'pass-on', refused)
  await onPhone(phone, 'refuse', refused, { isReported: true })
  const waiting = app.openBrowser()
  const { id } = await showCode(waiting)
  await make(waiting, 'DELETE', `/api/cross-device/${id}`)
}

async function walkMerging(app: WalkedApp): Promise<void> {
  const [key, otherKey] = [createTestKey(913), createTestKey(914)]
  const browser = await openConfirmed(app, key)
  const other = await openConfirmed(app, otherKey)
  const refused = await offer(browser, otherKey)
  await accept(browser, refused)
  await make(other, 'GET', '/api/merges/pending')
  await make(other, 'DELETE', `/api/merges/${refused.id}`)
  const offered = await offer(browser, otherKey)
  await accept(browser, offered)
  await make(other, 'POST', `/api/merges/${offered.id}/confirm`)
  await make(browser, 'GET', '/api/merges')
  app.pass(1000)
  await browser.stepUp(key)
  await undo(browser, offered)
}

async function walkProtocol(app: WalkedApp): Promise<void> {
  const key = createTestKey(915)
  const browser = await openConfirmed(app, key)
  const application = await addTestApplication(app, {
    id: 'walked',
    scopes: ['openid', 'profile', 'wallet', 'proof', 'offline_access'],
    postLogoutUris: ['https://app.example/out'],
    backchannelLogoutUri: 'https://app.example/logout',
  })
  const family = await obtainFamily(app, browser, application, { scope: 'openid profile wallet proof offline_access' })
  await userinfo(app, family.access_token)
  const again = (await refresh(app, application, family.refresh_token)).json<{
    access_token: string
    refresh_token: string
  }>()
  for (const token of [again.access_token, again.refresh_token]) await post(app, '/introspect', application, { token })
  await post(app, '/revoke', application, { token: again.access_token })
  // A refresh token that was used already.
  await refresh(app, application, family.refresh_token)
  await post(app, '/request', application, {
    client_id: application.id,
    redirect_uri: application.redirectUri,
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  })
  const begun = interactionOf(
    await browser.send('GET', authorizeUrl(application, { scope: 'openid profile', prompt: 'consent' })),
  )
  await make(browser, 'GET', `/api/interactions/${begun}`)
  await make(browser, 'POST', `/api/interactions/${begun}/deny`)
  const fresh = app.openBrowser()
  const wanted = interactionOf(await fresh.send('GET', authorizeUrl(application)))
  await make(fresh, 'GET', `/api/interactions/${wanted}`)
  await signInTo(fresh, wanted, createTestKey(916))
  const consented = interactionOf(
    await browser.send('GET', authorizeUrl(application, { scope: 'openid profile wallet', prompt: 'consent' })),
  )
  await make(browser, 'POST', `/api/interactions/${consented}/consent`, { withheld: [] })

  const device = await addTestApplication(app, { id: 'walked-device', kind: 'device' })
  for (const decision of ['approve', 'deny'] as const) {
    const { user_code: userCode, device_code: code } = (
      await post(app, '/device/authorize', device, { scope: 'openid' })
    ).json<{ user_code: string; device_code: string }>()
    await make(browser, 'POST', '/api/device/read', { userCode })
    await make(browser, 'POST', `/api/device/${decision}`, {
      userCode,
      ...(decision === 'approve' && { withheld: [] }),
    })
    app.pass(10_000)
    await post(app, '/token', device, { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: code })
  }
  const { items } = await make<{ items: { id: string; application: { id: string } }[] }>(browser, 'GET', '/api/grants')
  const { items: wallets } = await make<{ items: { id: string }[] }>(browser, 'GET', '/api/wallets')
  const grantOf = (id: string) => items.find((grant) => grant.application.id === id)?.id
  await make(browser, 'PATCH', `/api/grants/${grantOf(application.id)}`, { wallet: wallets[0]?.id })
  await make(browser, 'DELETE', `/api/grants/${grantOf(device.id)}`)
  const tokens = await obtainTokens(app, browser, application)
  const request = new URL(
    goesTo(
      await browser.send(
        'GET',
        `/end-session?${new URLSearchParams({ id_token_hint: tokens.id_token, post_logout_redirect_uri: 'https://app.example/out' })}`,
      ),
    ),
    'https://sign-in.example',
  ).searchParams.get('request')
  await make(browser, 'GET', `/api/sign-out-requests/${request}`)
  await make(browser, 'POST', `/api/sign-out-requests/${request}/confirm`)
  await make(browser, 'GET', `/api/application-home?application=${application.id}`)
}

async function walkApplications(app: WalkedApp, owner: TestBrowser, logo: string): Promise<void> {
  const definition = { id: 'made', name: 'Made', kind: 'web', redirectUris: ['https://made.example/callback'] }
  const path = '/api/admin/applications'
  await make(owner, 'GET', '/api/admin/presets')
  await make(owner, 'POST', `${path}/check`, { definition })
  await make(owner, 'POST', path, { definition })
  const read = await make<{ changedAt: string; definition: object }>(owner, 'GET', `${path}/made`)
  await make(owner, 'PUT', `${path}/made`, {
    definition: { ...read.definition, name: 'Made anew' },
    changedAt: read.changedAt,
  })
  await make(owner, 'POST', `${path}/made/secret`, { overlapSeconds: 60 })
  await make(owner, 'DELETE', `${path}/made/previous-secret`)
  await make(owner, 'PUT', `${path}/made/logo`, { content: logo })
  await make(owner, 'DELETE', `${path}/made/logo`)
  const tried = await make<{ id: string; url: string }>(owner, 'POST', `${path}/made/try`, { scopes: ['profile'] })
  const asked = await owner.send('GET', tried.url.replace('https://sign-in.example', ''))
  const back = goesTo(asked).startsWith('/consent') ? await allow(owner, interactionOf(asked)) : asked
  await owner.send('GET', goesTo(back).replace('https://sign-in.example', ''))
  await make(owner, 'GET', `/api/admin/tries/${tried.id}`)
  for (const query of ['', '?search=wiki', '?sort=used', '?sort=created', '?kind=web&enabled=yes'])
    await make(owner, 'GET', `${path}${query}`)
  await make(owner, 'POST', `${path}/apply`, {
    applications: [{ definition: { ...definition, name: 'Made by a file' } }],
    dryRun: false,
    prune: false,
    newSubjects: [],
  })
  await make(owner, 'POST', `${path}/made/disable`)
  await make(owner, 'POST', `${path}/made/enable`)
  await make(owner, 'DELETE', `${path}/made`)
  await make(owner, 'GET', `${path}/walked`)
  app.pass(1000)
}

async function walkResources(owner: TestBrowser): Promise<void> {
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
  await make(owner, 'POST', `${path}/check`, definition)
  const { id } = await make<{ id: string }>(owner, 'POST', path, definition)
  const { changedAt } = await make<{ changedAt: string }>(owner, 'GET', `${path}/${id}`)
  await make(owner, 'PUT', `${path}/${id}`, { ...definition, name: 'Walked', changedAt })
  for (const query of ['', '?search=walk', '?sort=created', '?openTo=applications'])
    await make(owner, 'GET', `${path}${query}`)
  const file = { resources: [{ ...definition, name: 'Walked by a file' }] }
  await make(owner, 'POST', `${path}/apply`, { file, dryRun: false, prune: false })
  await make(owner, 'DELETE', `${path}/${id}`)
}

async function walkGroups(app: WalkedApp, owner: TestBrowser): Promise<void> {
  // Of whom a wallet is barred, every wallet that they ever had is looked up.
  const none = [{ type: 'wallets', wallets: [testKeys.carol.address] }]
  const rule = { all: [{ type: 'wallets', wallets: [testKeys.alice.address] }, { none }] }
  const path = '/api/admin/groups'
  await make(owner, 'POST', `${path}/preview`, { rule })
  await make(owner, 'GET', '/api/admin/chains')
  await make(owner, 'POST', '/api/admin/rules/token', { chain: '1', contract: tokenAddress })
  await make(owner, 'POST', '/api/admin/rules/try', { rule, address: testKeys.alice.address })
  await make(owner, 'POST', path, { id: 'walkers', name: 'Walkers', description: null, rule })
  const { changedAt } = await make<{ changedAt: string }>(owner, 'GET', `${path}/walkers`)
  await make(owner, 'POST', `${path}/walkers/explain`, { person: testKeys.alice.address })
  await make(owner, 'PUT', `${path}/walkers`, {
    id: 'walkers',
    name: 'Those who walk',
    description: null,
    rule,
    changedAt,
  })
  for (const query of ['', '?sort=members', '?sort=created', '?search=walk'])
    await make(owner, 'GET', `${path}${query}`)
  for (const query of ['', '?search=ada', '?order=asc', '?search=a'])
    await make(owner, 'GET', `${path}/members/members${query}`)
  const file = { groups: [{ id: 'walkers', name: 'Walkers of a file', rule }] }
  await make(owner, 'POST', `${path}/apply`, { file, dryRun: false, prune: false })
  // Somebody who is asked for groups, and looked at again later.
  await openConfirmed(app, testKeys.alice)
  await make(owner, 'GET', `${path}/walkers/members`)
  await make(owner, 'DELETE', `${path}/walkers`)
}

async function walkPeople(app: WalkedApp, owner: TestBrowser): Promise<void> {
  const key = createTestKey(917)
  const theirs = await openConfirmed(app, key)
  const id = await personIdOf(theirs)
  const path = `/api/admin/people/${id}`
  await make(owner, 'GET', path)
  const { items } = await make<{ items: { id: string }[] }>(owner, 'GET', `${path}/sessions`)
  await make(owner, 'DELETE', `${path}/sessions/${items[0]?.id}`)
  await openConfirmed(app, key)
  await make(owner, 'DELETE', `${path}/sessions`)
  for (const text of ['ada', 'a', '17', id, key.address, 'wiki'])
    await make(owner, 'GET', `/api/admin/search?text=${text}`)
  for (const query of ['', '?search=ada', '?search=a', '?order=asc'])
    await make(owner, 'GET', `/api/admin/sessions${query}`)
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
    const { nextCursor } = await make<{ nextCursor: string | null }>(owner, 'GET', `/api/admin/people${query}`)
    if (nextCursor !== null)
      await make(owner, 'GET', `/api/admin/people${query === '' ? '?' : `${query}&`}cursor=${nextCursor}`)
  }
  const views = '/api/admin/views'
  const kept = { list: 'people', name: 'Walk', query: '?status=suspended', shared: true }
  const view = await make<{ id: string }>(owner, 'POST', views, kept)
  await make(owner, 'PATCH', `${views}/${view.id}`, { name: 'Walked' })
  await make(owner, 'GET', `${views}?list=people`)
  await make(owner, 'DELETE', `${views}/${view.id}`)
  for (const [kind, of] of Object.entries({
    person: id,
    application: 'wiki',
    group: 'walkers',
    resource: id,
    line: '1',
  }))
    await make(owner, 'PUT', '/api/admin/recent', { kind, id: of })
  await make(owner, 'GET', '/api/admin/recent')
  await make(owner, 'PUT', `${path}/roles/auditor`)
  await make(owner, 'DELETE', `${path}/roles/auditor`)
  for (const ids of [{ ids: [id] }, { filter: { search: 'ada' } }])
    for (const act of ['suspend', 'restore', 'endSessions'])
      await make(owner, 'POST', '/api/admin/bulk/preview', { act, ...ids })
  await make(owner, 'POST', '/api/admin/groups', {
    id: 'bulk',
    name: 'Bulk',
    description: null,
    rule: { type: 'wallets', wallets: [testKeys.bob.address] },
  })
  await make(owner, 'POST', '/api/admin/bulk/preview', { act: 'addToGroup', group: 'bulk', ids: [id] })
  await make(owner, 'POST', '/api/admin/bulk', { act: 'addToGroup', group: 'bulk', ids: [id] })
  await make(owner, 'DELETE', '/api/admin/groups/bulk')
  await make(owner, 'POST', '/api/admin/bulk', { act: 'endSessions', ids: [id] })
  await make(owner, 'POST', '/api/admin/bulk', { act: 'suspend', ids: [id], reason: 'A walk' })
  await make(owner, 'POST', '/api/admin/bulk', { act: 'restore', ids: [id] })
  await make(owner, 'POST', '/api/admin/bulk/export', { filter: { search: 'ada' } })
  await make(owner, 'POST', `${path}/suspend`, { reason: 'A walk' })
  await make(owner, 'POST', `${path}/restore`)
  await make(owner, 'DELETE', path, { reason: 'A walk' })
}

async function walkEvents(app: TestApp, owner: TestBrowser): Promise<void> {
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
  for (const query of filters) await make(owner, 'GET', `/api/admin/events${query}`)
  for (const by of ['person', 'application', 'network'])
    await make(owner, 'GET', `/api/admin/events/groups?by=${by}&outcome=refused`)
  await make(owner, 'GET', '/api/admin/news')
  await make(owner, 'GET', '/api/admin/events/1')
  await make(owner, 'GET', '/api/admin/events/chain?after=10')
  await app.seal()
  await app.checkpoint()
  await make(owner, 'GET', '/api/admin/log/checkpoint')
  await make(owner, 'GET', '/api/admin/log/tile/0/000.p/1')
  await make(owner, 'GET', '/api/admin/events/export?format=jsonl&reason=expired')
  await make(owner, 'GET', '/api/admin/figures')
  await make(owner, 'GET', '/api/admin/setup-steps')
}

async function walkSettings(owner: TestBrowser, mark: string): Promise<void> {
  const {
    branding: { mark: _mark, ...choices },
  } = await make<{ branding: { mark: unknown } }>(owner, 'GET', '/api/admin/settings')
  await make(owner, 'PUT', '/api/admin/settings/branding', choices)
  await make(owner, 'PUT', '/api/admin/settings/mark', { content: mark })
  await make(owner, 'DELETE', '/api/admin/settings/mark')
  await make(owner, 'POST', '/api/admin/settings/keys', { immediately: false })
  await make(owner, 'POST', '/api/admin/settings/chains/1/test')
  const { token } = await make<{ token: { id: string } }>(owner, 'POST', '/api/admin/tokens', {
    name: 'Walk',
    permissions: ['figures.read'],
    days: 1,
  })
  for (const query of ['', '?search=walk']) await make(owner, 'GET', `/api/admin/tokens${query}`)
  await make(owner, 'DELETE', `/api/admin/tokens/${token.id}`)
  const registration = '/api/admin/registration-tokens'
  await make(owner, 'POST', registration, { lifeSeconds: 3600, uses: 2 })
  const { items } = await make<{ items: { id: string }[] }>(owner, 'GET', registration)
  await make(owner, 'DELETE', `${registration}/${items[0]?.id ?? ''}`)
}

async function runJobs(app: WalkedApp): Promise<void> {
  await app.sweep()
  await app.deliver()
  await app.recheck()
  await app.recheckGroups()
  await app.nameWallets()
  const { queries } = app.database
  const [due] = await listDueNames(queries, app.clock.now, 60)
  if (due !== undefined) await takeDueName(queries, due, app.clock.now + day)
}
