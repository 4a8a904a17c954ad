// Calls all endpoints of the admin API.
import { createEthereumTestKey, ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { openSteppedUpBrowser } from './countersign-test-server.ts'
import type { TestServer, TestBrowser } from './countersign-test-server.ts'
import { submitOidcConsent, getRedirectLocation, getInteractionIdFromRedirect } from './oidc-application-test-steps.ts'
import { testTokenAddress } from './group-and-token-fixtures.ts'
import { requireBrowserPersonId } from './admin-role-test-steps.ts'
import { callWithApiToken } from './api-token-test-steps.ts'
import { answerTestLogin, createTestLogin, logInTestTerminal, readTestLogin } from './login-request-test-steps.ts'
import type { ClockControlledTestServer } from './call-api-expecting-success.ts'
import { callApiExpectingSuccess } from './call-api-expecting-success.ts'

export async function exerciseApplicationAdminEndpoints(
  app: ClockControlledTestServer,
  owner: TestBrowser,
  logo: string,
): Promise<void> {
  const definition = { id: 'made', name: 'Made', kind: 'web', redirectUris: ['https://made.example/callback'] }
  const path = '/api/admin/applications'
  await callApiExpectingSuccess(owner, 'GET', '/api/admin/presets')
  await callApiExpectingSuccess(owner, 'POST', `${path}/check`, { definition })
  const policy = { allowedGroups: ['members'], signInMethods: ['key', 'passkey'], chains: [] }
  await callApiExpectingSuccess(owner, 'POST', `${path}/rehearse`, { application: 'wiki', policy })
  await callApiExpectingSuccess(owner, 'POST', path, { definition })
  const read = await callApiExpectingSuccess<{ changedAt: string; definition: object }>(owner, 'GET', `${path}/made`)
  await callApiExpectingSuccess(owner, 'PUT', `${path}/made`, {
    definition: { ...read.definition, name: 'Made anew' },
    changedAt: read.changedAt,
  })
  await callApiExpectingSuccess(owner, 'POST', `${path}/made/secret`, { overlapSeconds: 60 })
  await callApiExpectingSuccess(owner, 'DELETE', `${path}/made/previous-secret`)
  await callApiExpectingSuccess(owner, 'PUT', `${path}/made/logo`, { content: logo })
  await callApiExpectingSuccess(owner, 'DELETE', `${path}/made/logo`)
  const tried = await callApiExpectingSuccess<{ id: string; url: string }>(owner, 'POST', `${path}/made/test-login`, {
    scopes: ['profile'],
  })
  const asked = await owner.send('GET', tried.url.replace('https://sign-in.example', ''))
  const back = getRedirectLocation(asked).startsWith('/consent')
    ? await submitOidcConsent(owner, getInteractionIdFromRedirect(asked))
    : asked
  await owner.send('GET', getRedirectLocation(back).replace('https://sign-in.example', ''))
  await callApiExpectingSuccess(owner, 'GET', `/api/admin/test-logins/${tried.id}`)
  for (const query of ['', '?search=wiki', '?sort=used', '?sort=created', '?kind=web&enabled=yes'])
    await callApiExpectingSuccess(owner, 'GET', `${path}${query}`)
  await callApiExpectingSuccess(owner, 'POST', `${path}/apply`, {
    applications: [{ definition: { ...definition, name: 'Made by a file' } }],
    dryRun: false,
    prune: false,
    newSubjects: [],
  })
  await exerciseRefusedRequestEndpoints(owner, 'made')
  await callApiExpectingSuccess(owner, 'POST', `${path}/made/disable`)
  await callApiExpectingSuccess(owner, 'POST', `${path}/made/enable`)
  await callApiExpectingSuccess(owner, 'DELETE', `${path}/made`)
  await callApiExpectingSuccess(owner, 'GET', `${path}/walked`)
  app.pass(1000)
}

async function exerciseRefusedRequestEndpoints(owner: TestBrowser, application: string): Promise<void> {
  const query = new URLSearchParams({ client_id: application, redirect_uri: 'https://other.example/' })
  const refused = getRedirectLocation(await owner.send('GET', `/authorize?${query}`))
  const request = new URL(refused, 'https://sign-in.example').searchParams.get('request')
  await callApiExpectingSuccess(owner, 'GET', `/api/admin/applications/${application}/problems`)
  await callApiExpectingSuccess(owner, 'GET', `/api/admin/refused-requests/${request}`)
}

export async function exerciseLoginRequestEndpoints(app: TestServer, owner: TestBrowser): Promise<void> {
  const denied = await createTestLogin(app)
  for (const answer of ['read', 'deny'] as const) await answerTestLogin(owner, denied, answer)
  const token = await logInTestTerminal(app, owner)
  await readTestLogin(app, { token })
  await callWithApiToken(app, token, 'DELETE', '/api/login-token')
}

export async function exerciseResourceServerAdminEndpoints(owner: TestBrowser): Promise<void> {
  const path = '/api/admin/resources'
  const definition = {
    resource: 'https://walk.example/mcp',
    name: 'Walk',
    scopes: [{ scope: 'read', description: null }],
    openTo: 'listed',
    tokenLifetimeSeconds: null,
    claims: [],
    algorithm: 'ES256',
    tokenType: 'at+jwt',
    subjects: 'by-resource',
  }
  await callApiExpectingSuccess(owner, 'POST', `${path}/check`, definition)
  const { id } = await callApiExpectingSuccess<{ id: string }>(owner, 'POST', path, definition)
  const { changedAt } = await callApiExpectingSuccess<{ changedAt: string }>(owner, 'GET', `${path}/${id}`)
  await callApiExpectingSuccess(owner, 'PUT', `${path}/${id}`, { ...definition, name: 'Walked', changedAt })
  for (const query of ['', '?search=walk', '?sort=created', '?openTo=applications'])
    await callApiExpectingSuccess(owner, 'GET', `${path}${query}`)
  const file = { resources: [{ ...definition, name: 'Walked by a file' }] }
  await callApiExpectingSuccess(owner, 'POST', `${path}/apply`, { file, dryRun: false, prune: false })
  await callApiExpectingSuccess(owner, 'DELETE', `${path}/${id}`)
}

export async function exerciseProductAdminEndpoints(owner: TestBrowser): Promise<void> {
  const path = '/api/admin/products'
  const members = { name: 'Walk', redirectHosts: ['walk.example'] }
  await callApiExpectingSuccess(owner, 'POST', path, { id: 'walk', ...members })
  await callApiExpectingSuccess(owner, 'GET', path)
  const { changedAt } = await callApiExpectingSuccess<{ changedAt: string }>(owner, 'GET', `${path}/walk`)
  await callApiExpectingSuccess(owner, 'PUT', `${path}/walk`, { ...members, name: 'Walked', changedAt })
  await callApiExpectingSuccess(owner, 'DELETE', `${path}/walk`)
}

export async function exerciseGroupAdminEndpoints(app: ClockControlledTestServer, owner: TestBrowser): Promise<void> {
  // A "none" rule causes lookups of all earlier wallets.
  const none = [{ type: 'wallets', wallets: [ethereumTestKeys.carol.address] }]
  const rule = { all: [{ type: 'wallets', wallets: [ethereumTestKeys.alice.address] }, { none }] }
  const path = '/api/admin/groups'
  await callApiExpectingSuccess(owner, 'POST', `${path}/preview`, { rule })
  await callApiExpectingSuccess(owner, 'POST', `${path}/rehearse`, {
    rule: { any: [rule, { type: 'name', under: 'walk.eth' }] },
    group: 'members',
  })
  await callApiExpectingSuccess(owner, 'GET', '/api/admin/chains')
  await callApiExpectingSuccess(owner, 'POST', '/api/admin/rules/token-metadata', {
    chain: '1',
    contract: testTokenAddress,
  })
  await callApiExpectingSuccess(owner, 'POST', '/api/admin/rules/test', {
    rule,
    address: ethereumTestKeys.alice.address,
  })
  await callApiExpectingSuccess(owner, 'POST', path, { id: 'walkers', name: 'Walkers', description: null, rule })
  const { changedAt } = await callApiExpectingSuccess<{ changedAt: string }>(owner, 'GET', `${path}/walkers`)
  await callApiExpectingSuccess(owner, 'POST', `${path}/walkers/explain`, { person: ethereumTestKeys.alice.address })
  await callApiExpectingSuccess(owner, 'PUT', `${path}/walkers`, {
    id: 'walkers',
    name: 'Those who walk',
    description: null,
    rule,
    changedAt,
  })
  for (const query of ['', '?sort=members', '?sort=created', '?search=walk'])
    await callApiExpectingSuccess(owner, 'GET', `${path}${query}`)
  for (const query of ['', '?search=ada', '?order=asc', '?search=a'])
    await callApiExpectingSuccess(owner, 'GET', `${path}/members/members${query}`)
  const file = { groups: [{ id: 'walkers', name: 'Walkers of a file', rule }] }
  await callApiExpectingSuccess(owner, 'POST', `${path}/apply`, { file, dryRun: false, prune: false })
  await openSteppedUpBrowser(app, ethereumTestKeys.alice)
  await callApiExpectingSuccess(owner, 'GET', `${path}/walkers/members`)
  await callApiExpectingSuccess(owner, 'DELETE', `${path}/walkers`)
}

export async function exercisePeopleAdminEndpoints(app: ClockControlledTestServer, owner: TestBrowser): Promise<void> {
  const key = createEthereumTestKey(917)
  const theirs = await openSteppedUpBrowser(app, key)
  const id = await requireBrowserPersonId(theirs)
  const path = `/api/admin/people/${id}`
  await callApiExpectingSuccess(owner, 'GET', path)
  await callApiExpectingSuccess(owner, 'GET', `${path}/sign-in-problems`)
  const { items } = await callApiExpectingSuccess<{ items: { id: string }[] }>(owner, 'GET', `${path}/sessions`)
  await callApiExpectingSuccess(owner, 'DELETE', `${path}/sessions/${items[0]?.id}`)
  await openSteppedUpBrowser(app, key)
  await callApiExpectingSuccess(owner, 'DELETE', `${path}/sessions`)
  for (const text of ['ada', 'a', '17', id, key.address, 'wiki'])
    await callApiExpectingSuccess(owner, 'GET', `/api/admin/search?text=${text}`)
  for (const query of [
    '',
    '?search=ada',
    '?search=a',
    '?order=asc',
    '?newBrowser=true&olderThanDays=1',
    '?system=linux&search=ada',
  ])
    await callApiExpectingSuccess(owner, 'GET', `/api/admin/sessions${query}`)
  for (const query of [
    '',
    '?search=ada',
    '?search=a',
    '?sort=name',
    '?sort=created&order=asc',
    '?signInMethod=passkey',
    '?role=auditor',
    '?group=members',
    '?application=wiki',
    '?status=suspended',
    '?status=suspended&sort=name',
    `?search=${key.address}`,
    `?search=${id}`,
  ]) {
    const { nextCursor } = await callApiExpectingSuccess<{ nextCursor: string | null }>(
      owner,
      'GET',
      `/api/admin/people${query}`,
    )
    if (nextCursor !== null)
      await callApiExpectingSuccess(
        owner,
        'GET',
        `/api/admin/people${query === '' ? '?' : `${query}&`}cursor=${nextCursor}`,
      )
  }
  const views = '/api/admin/views'
  const kept = { list: 'people', name: 'Walk', query: '?status=suspended', shared: true }
  const view = await callApiExpectingSuccess<{ id: string }>(owner, 'POST', views, kept)
  await callApiExpectingSuccess(owner, 'PATCH', `${views}/${view.id}`, { name: 'Walked' })
  await callApiExpectingSuccess(owner, 'GET', `${views}?list=people`)
  await callApiExpectingSuccess(owner, 'DELETE', `${views}/${view.id}`)
  for (const [kind, of] of Object.entries({
    person: id,
    application: 'wiki',
    group: 'walkers',
    resource: id,
    line: '1',
  }))
    await callApiExpectingSuccess(owner, 'PUT', '/api/admin/recent-items', { kind, id: of })
  await callApiExpectingSuccess(owner, 'GET', '/api/admin/recent-items')
  await callApiExpectingSuccess(owner, 'PUT', `${path}/roles/auditor`)
  await callApiExpectingSuccess(owner, 'DELETE', `${path}/roles/auditor`)
  for (const ids of [{ ids: [id] }, { filter: { search: 'ada' } }])
    for (const act of ['suspend', 'restore', 'endSessions'])
      await callApiExpectingSuccess(owner, 'POST', '/api/admin/bulk/preview', { act, ...ids })
  await callApiExpectingSuccess(owner, 'POST', '/api/admin/groups', {
    id: 'bulk',
    name: 'Bulk',
    description: null,
    rule: { type: 'wallets', wallets: [ethereumTestKeys.bob.address] },
  })
  await callApiExpectingSuccess(owner, 'POST', '/api/admin/bulk/preview', {
    act: 'addToGroup',
    group: 'bulk',
    ids: [id],
  })
  await callApiExpectingSuccess(owner, 'POST', '/api/admin/bulk', { act: 'addToGroup', group: 'bulk', ids: [id] })
  await callApiExpectingSuccess(owner, 'DELETE', '/api/admin/groups/bulk')
  await callApiExpectingSuccess(owner, 'POST', '/api/admin/bulk', { act: 'endSessions', ids: [id] })
  await callApiExpectingSuccess(owner, 'POST', '/api/admin/bulk', { act: 'suspend', ids: [id], reason: 'A walk' })
  await callApiExpectingSuccess(owner, 'POST', '/api/admin/bulk', { act: 'restore', ids: [id] })
  await callApiExpectingSuccess(owner, 'POST', '/api/admin/bulk/export', { filter: { search: 'ada' } })
  await callApiExpectingSuccess(owner, 'POST', `${path}/suspend`, { reason: 'A walk' })
  await callApiExpectingSuccess(owner, 'POST', `${path}/reactivate`)
  await callApiExpectingSuccess(owner, 'DELETE', path, { reason: 'A walk' })
}

export async function exerciseAuditLogAdminEndpoints(app: TestServer, owner: TestBrowser): Promise<void> {
  const filters = [
    '',
    '?type=session.started',
    '?outcome=refused',
    '?reason=expired',
    '?application=wiki',
    '?signInMethod=key',
    `?address=${ethereumTestKeys.alice.address}`,
    '?from=2026-01-10T00:00:00Z&to=2026-01-12T00:00:00Z',
    '?type=session.started&application=wiki',
  ]
  for (const query of filters) await callApiExpectingSuccess(owner, 'GET', `/api/admin/events${query}`)
  for (const by of ['person', 'application', 'network'])
    await callApiExpectingSuccess(owner, 'GET', `/api/admin/events/aggregate?by=${by}&outcome=refused`)
  await callApiExpectingSuccess(owner, 'GET', '/api/admin/alerts')
  await callApiExpectingSuccess(owner, 'GET', '/api/admin/events/1')
  await callApiExpectingSuccess(owner, 'GET', '/api/admin/events/hash-chain?after=10')
  await app.sequenceAuditLog()
  await app.signCheckpoint()
  await callApiExpectingSuccess(owner, 'GET', '/api/admin/log/checkpoint')
  await callApiExpectingSuccess(owner, 'GET', '/api/admin/log/tile/0/000.p/1')
  await callApiExpectingSuccess(owner, 'GET', '/api/admin/events/export?format=jsonl&reason=expired')
  await callApiExpectingSuccess(owner, 'GET', '/api/admin/metrics')
  await callApiExpectingSuccess(owner, 'GET', '/api/admin/setup-steps')
}

export async function exerciseSettingsAdminEndpoints(owner: TestBrowser, mark: string): Promise<void> {
  const {
    branding: { logo: _logo, ...choices },
  } = await callApiExpectingSuccess<{ branding: { logo: unknown } }>(owner, 'GET', '/api/admin/settings')
  await callApiExpectingSuccess(owner, 'PUT', '/api/admin/settings/branding', choices)
  await callApiExpectingSuccess(owner, 'PUT', '/api/admin/settings/logo', { content: mark })
  await callApiExpectingSuccess(owner, 'DELETE', '/api/admin/settings/logo')
  await callApiExpectingSuccess(owner, 'POST', '/api/admin/settings/keys', { immediately: false })
  await callApiExpectingSuccess(owner, 'POST', '/api/admin/settings/chains/1/test')
  const { token } = await callApiExpectingSuccess<{ token: { id: string } }>(owner, 'POST', '/api/admin/api-tokens', {
    name: 'Walk',
    permissions: ['figures.read'],
    days: 1,
  })
  for (const query of ['', '?search=walk']) await callApiExpectingSuccess(owner, 'GET', `/api/admin/api-tokens${query}`)
  await callApiExpectingSuccess(owner, 'DELETE', `/api/admin/api-tokens/${token.id}`)
  const registration = '/api/admin/registration-tokens'
  await callApiExpectingSuccess(owner, 'POST', registration, { lifeSeconds: 3600, uses: 2 })
  const { items } = await callApiExpectingSuccess<{ items: { id: string }[] }>(owner, 'GET', registration)
  await callApiExpectingSuccess(owner, 'DELETE', `${registration}/${items[0]?.id ?? ''}`)
}
