// Makes the calls of the administration.
import { createEthereumTestKey, ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { openSteppedUpBrowser } from './test-app.ts'
import type { TestApp, TestBrowser } from './test-app.ts'
import { allowConsent, getRedirectLocation, getInteractionId } from './test-oidc-applications.ts'
import { testTokenAddress } from './test-groups.ts'
import { readPersonId } from './test-roles.ts'
import type { ExercisedApp } from './call-endpoint.ts'
import { callEndpoint } from './call-endpoint.ts'

export async function exerciseApplications(app: ExercisedApp, owner: TestBrowser, logo: string): Promise<void> {
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
  const tried = await callEndpoint<{ id: string; url: string }>(owner, 'POST', `${path}/made/test-login`, {
    scopes: ['profile'],
  })
  const asked = await owner.send('GET', tried.url.replace('https://sign-in.example', ''))
  const back = getRedirectLocation(asked).startsWith('/consent')
    ? await allowConsent(owner, getInteractionId(asked))
    : asked
  await owner.send('GET', getRedirectLocation(back).replace('https://sign-in.example', ''))
  await callEndpoint(owner, 'GET', `/api/admin/test-logins/${tried.id}`)
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

export async function exerciseResources(owner: TestBrowser): Promise<void> {
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

export async function exerciseGroups(app: ExercisedApp, owner: TestBrowser): Promise<void> {
  // Of whom a wallet is barred, every wallet that they ever had is looked up.
  const none = [{ type: 'wallets', wallets: [ethereumTestKeys.carol.address] }]
  const rule = { all: [{ type: 'wallets', wallets: [ethereumTestKeys.alice.address] }, { none }] }
  const path = '/api/admin/groups'
  await callEndpoint(owner, 'POST', `${path}/preview`, { rule })
  await callEndpoint(owner, 'GET', '/api/admin/chains')
  await callEndpoint(owner, 'POST', '/api/admin/rules/token-metadata', { chain: '1', contract: testTokenAddress })
  await callEndpoint(owner, 'POST', '/api/admin/rules/test', { rule, address: ethereumTestKeys.alice.address })
  await callEndpoint(owner, 'POST', path, { id: 'walkers', name: 'Walkers', description: null, rule })
  const { changedAt } = await callEndpoint<{ changedAt: string }>(owner, 'GET', `${path}/walkers`)
  await callEndpoint(owner, 'POST', `${path}/walkers/explain`, { person: ethereumTestKeys.alice.address })
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
  await openSteppedUpBrowser(app, ethereumTestKeys.alice)
  await callEndpoint(owner, 'GET', `${path}/walkers/members`)
  await callEndpoint(owner, 'DELETE', `${path}/walkers`)
}

export async function exercisePeople(app: ExercisedApp, owner: TestBrowser): Promise<void> {
  const key = createEthereumTestKey(917)
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
    '?signInMethod=passkey',
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
    await callEndpoint(owner, 'PUT', '/api/admin/recent-items', { kind, id: of })
  await callEndpoint(owner, 'GET', '/api/admin/recent-items')
  await callEndpoint(owner, 'PUT', `${path}/roles/auditor`)
  await callEndpoint(owner, 'DELETE', `${path}/roles/auditor`)
  for (const ids of [{ ids: [id] }, { filter: { search: 'ada' } }])
    for (const act of ['suspend', 'restore', 'endSessions'])
      await callEndpoint(owner, 'POST', '/api/admin/bulk/preview', { act, ...ids })
  await callEndpoint(owner, 'POST', '/api/admin/groups', {
    id: 'bulk',
    name: 'Bulk',
    description: null,
    rule: { type: 'wallets', wallets: [ethereumTestKeys.bob.address] },
  })
  await callEndpoint(owner, 'POST', '/api/admin/bulk/preview', { act: 'addToGroup', group: 'bulk', ids: [id] })
  await callEndpoint(owner, 'POST', '/api/admin/bulk', { act: 'addToGroup', group: 'bulk', ids: [id] })
  await callEndpoint(owner, 'DELETE', '/api/admin/groups/bulk')
  await callEndpoint(owner, 'POST', '/api/admin/bulk', { act: 'endSessions', ids: [id] })
  await callEndpoint(owner, 'POST', '/api/admin/bulk', { act: 'suspend', ids: [id], reason: 'A walk' })
  await callEndpoint(owner, 'POST', '/api/admin/bulk', { act: 'restore', ids: [id] })
  await callEndpoint(owner, 'POST', '/api/admin/bulk/export', { filter: { search: 'ada' } })
  await callEndpoint(owner, 'POST', `${path}/suspend`, { reason: 'A walk' })
  await callEndpoint(owner, 'POST', `${path}/reactivate`)
  await callEndpoint(owner, 'DELETE', path, { reason: 'A walk' })
}

export async function exerciseAuditLog(app: TestApp, owner: TestBrowser): Promise<void> {
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
  for (const query of filters) await callEndpoint(owner, 'GET', `/api/admin/events${query}`)
  for (const by of ['person', 'application', 'network'])
    await callEndpoint(owner, 'GET', `/api/admin/events/aggregate?by=${by}&outcome=refused`)
  await callEndpoint(owner, 'GET', '/api/admin/alerts')
  await callEndpoint(owner, 'GET', '/api/admin/events/1')
  await callEndpoint(owner, 'GET', '/api/admin/events/hash-chain?after=10')
  await app.sequenceAuditLog()
  await app.signCheckpoint()
  await callEndpoint(owner, 'GET', '/api/admin/log/checkpoint')
  await callEndpoint(owner, 'GET', '/api/admin/log/tile/0/000.p/1')
  await callEndpoint(owner, 'GET', '/api/admin/events/export?format=jsonl&reason=expired')
  await callEndpoint(owner, 'GET', '/api/admin/metrics')
  await callEndpoint(owner, 'GET', '/api/admin/setup-steps')
}

export async function exerciseSettings(owner: TestBrowser, mark: string): Promise<void> {
  const {
    branding: { logo: _logo, ...choices },
  } = await callEndpoint<{ branding: { logo: unknown } }>(owner, 'GET', '/api/admin/settings')
  await callEndpoint(owner, 'PUT', '/api/admin/settings/branding', choices)
  await callEndpoint(owner, 'PUT', '/api/admin/settings/logo', { content: mark })
  await callEndpoint(owner, 'DELETE', '/api/admin/settings/logo')
  await callEndpoint(owner, 'POST', '/api/admin/settings/keys', { immediately: false })
  await callEndpoint(owner, 'POST', '/api/admin/settings/chains/1/test')
  const { token } = await callEndpoint<{ token: { id: string } }>(owner, 'POST', '/api/admin/api-tokens', {
    name: 'Walk',
    permissions: ['figures.read'],
    days: 1,
  })
  for (const query of ['', '?search=walk']) await callEndpoint(owner, 'GET', `/api/admin/api-tokens${query}`)
  await callEndpoint(owner, 'DELETE', `/api/admin/api-tokens/${token.id}`)
  const registration = '/api/admin/registration-tokens'
  await callEndpoint(owner, 'POST', registration, { lifeSeconds: 3600, uses: 2 })
  const { items } = await callEndpoint<{ items: { id: string }[] }>(owner, 'GET', registration)
  await callEndpoint(owner, 'DELETE', `${registration}/${items[0]?.id ?? ''}`)
}
