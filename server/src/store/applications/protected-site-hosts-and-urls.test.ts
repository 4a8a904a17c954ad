import { describe, expect, test } from 'vitest'
import { databaseKinds, openTestDatabase } from '../../testing/database-fixtures.ts'
import { addProtectedTestSite } from '../../testing/protected-site-test-steps.ts'
import { validateAndFillApplicationDefinition } from './validate-and-fill-application-definition.ts'
import { findApplicationById, updateApplication } from './application-store.ts'
import { validateProtectedSiteHost, getProtectedSiteOrigin } from './protected-site-hosts-and-urls.ts'
import { validateSiteHostsAvailable } from './protected-site-host-store.ts'

const site = { id: 'wiki', name: 'Wiki', kind: 'site', hosts: ['wiki.example'] }

const faultsOf = (input: object): string[] => {
  const completed = validateAndFillApplicationDefinition({ ...site, ...input })
  return completed.outcome === 'invalid' ? completed.errors.map(({ path, code }) => `${path} ${code}`) : []
}

test.each([
  ['wiki.example', 'https://wiki.example'],
  ['wiki.example:8443', 'https://wiki.example:8443'],
  ['xn--wiki-0ra.example', 'https://xn--wiki-0ra.example'],
  ['localhost:8080', 'http://localhost:8080'],
  ['a.b.localhost', 'http://a.b.localhost'],
  ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['notlocalhost', 'https://notlocalhost'],
  ['localhost.example', 'https://localhost.example'],
])('accepts the site host %s with the origin %s', (host, origin) => {
  expect([validateProtectedSiteHost(host), getProtectedSiteOrigin(host)]).toEqual([null, origin])
})

test.each([
  '',
  'Wiki.example',
  'wiki.example.',
  'wiki..example',
  '.wiki.example',
  '*.example',
  'wiki.example:443',
  'localhost:80',
  'wiki.example:0x1',
  'wiki.example/',
  'https://wiki.example',
  'user@wiki.example',
  'wiki.example evil.example',
  'wiki.example,evil.example',
  'wïki.example',
  '0x7f.1',
  `${'a'.repeat(250)}.example`,
])('O16: refuses the site host %j', (host) => expect(validateProtectedSiteHost(host)).not.toBe(null))

test('a site has hosts but no OpenID client settings, and no other kind has hosts', () => {
  expect(faultsOf({})).toEqual([])
  expect(faultsOf({ hosts: [] })).toEqual(['hosts hosts_needed'])
  expect(faultsOf({ hosts: ['wiki.example', 'wiki.example'] })).toEqual(['hosts[1] twice'])
  expect(faultsOf({ kind: 'web', redirectUris: ['https://wiki.example/'] })).toEqual(['hosts hosts_needless'])
  expect(
    faultsOf({
      redirectUris: ['https://wiki.example/'],
      postLogoutUris: ['https://wiki.example/'],
      backchannelLogoutUri: 'https://wiki.example/',
      authentication: 'client_secret_basic',
      scopes: ['openid', 'proof'],
      maxAgeSeconds: 59,
    }),
  ).toEqual([
    'redirectUris site_only',
    'postLogoutUris site_only',
    'backchannelLogoutUri site_only',
    'authentication site_only',
    'scopes site_only',
    'maxAgeSeconds site_age',
  ])
})

describe.each(databaseKinds)('site hosts on %s', (kind) => {
  test('O16: a host belongs to one site, and is free again once that site drops it', async () => {
    const database = await openTestDatabase(kind)
    const { queries } = database
    const context = { database, clock: { now: 1000 } }
    await addProtectedTestSite(context)
    const other = { id: 'other', hosts: ['notes.example', 'wiki.example'] }
    expect(await validateSiteHostsAvailable(queries, other)).toMatchObject([
      { path: 'hosts[1]', code: 'host_taken', values: { id: 'wiki' } },
    ])
    expect(await validateSiteHostsAvailable(queries, { ...other, id: 'wiki' })).toEqual([])
    // A concurrent second registration fails.
    await expect(addProtectedTestSite(context, other)).rejects.toThrow(/unique/i)
    expect(await findApplicationById(queries, 'other')).toBeUndefined()
    const record = await findApplicationById(queries, 'wiki')
    if (record === undefined) throw new Error('no site')
    const definition = { ...record.definition, hosts: ['moved.example'] }
    await queries.transaction().execute((transaction) => updateApplication(transaction, { ...record, definition }))
    expect(await validateSiteHostsAvailable(queries, other)).toEqual([])
  })
})
