// Tests of the application commands on one database file.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { findApplicationById } from '../store/applications/application-store.ts'
import { verifyClientSecret } from '../store/applications/validate-and-verify-client-secret.ts'
import { openDatabaseUntilTestEnds } from '../testing/database-fixtures.ts'
import {
  createCliCommandFolder,
  redPixelPng,
  parsePrintedClientSecret,
} from '../testing/cli-command-folder-fixtures.ts'

test('application commands add, show, change, disable and remove an application and rotate its secret', async () => {
  const { address, run, write } = createCliCommandFolder()
  write('logo.png', redPixelPng)
  const added = await run([
    'application',
    'add',
    'Mein Bücherregal',
    '--kind',
    'web',
    '--redirect',
    'https://books.example/callback',
    '--logo',
    'logo.png',
  ])
  expect(added).toMatchObject({ code: 0, error: '' })
  expect(added.out.replace(parsePrintedClientSecret(added), 'SECRET')).toMatchInlineSnapshot(`
    "Added "Mein Bücherregal". Its settings:

      client id               mein-bucherregal
      client secret           SECRET
      issuer                  https://sign-in.example
      discovery document      https://sign-in.example/.well-known/openid-configuration
      authentication          client_secret_basic
      scopes                  openid profile wallet offline_access
      redirect addresses      https://books.example/callback
      PKCE                    S256, or an OpenID Connect nonce
      authorization endpoint  https://sign-in.example/authorize
      token endpoint          https://sign-in.example/token
      userinfo endpoint       https://sign-in.example/userinfo
      key set (JWKS)          https://sign-in.example/jwks
      end session endpoint    https://sign-in.example/end-session

    The client secret is shown only once. Save it now.
    "
  `)
  const { queries } = openDatabaseUntilTestEnds(address)
  const find = async () => {
    const record = await findApplicationById(queries, 'mein-bucherregal')
    if (record === undefined) throw new Error('gone')
    return record
  }
  expect(verifyClientSecret(await find(), parsePrintedClientSecret(added), Date.now())).toBe(true)
  expect((await find()).logo).not.toBeNull()

  expect((await run(['application', 'list'])).out).toBe('mein-bucherregal\tweb\tenabled\tMein Bücherregal\n')
  const shown = JSON.parse((await run(['application', 'show', 'mein-bucherregal', '--json'])).out) as {
    definition: object
  }
  expect(shown).toMatchObject({
    enabled: true,
    sector: 'books.example',
    definition: { redirectUris: ['https://books.example/callback'] },
  })

  const changed = await run([
    'application',
    'change',
    'mein-bucherregal',
    '--redirect',
    'https://books.example/callback',
    '--redirect',
    'https://books.example/two',
    '--dpop',
    '--max-age',
    '3600',
    '--logo',
    '',
  ])
  expect(changed).toEqual({
    code: 0,
    error: '',
    out: 'Changed "mein-bucherregal":\n  redirectUris + https://books.example/two\n  dpopRequired false → true\n  maxAgeSeconds null → 3600\n  logo removed\n',
  })
  expect((await run(['application', 'change', 'mein-bucherregal', '--dpop'])).out).toBe('Nothing to change.\n')

  const rotated = await run(['application', 'rotate-secret', 'mein-bucherregal', '--overlap', '24h'])
  expect(rotated.out).toMatch(
    /^The new client secret for "mein-bucherregal" \(shown only once\): [0-9A-Za-z_-]{43}\nThe old secret works until .*Z\.\n$/,
  )
  const [soon, later] = [Date.now(), Date.now() + 25 * 3_600_000]
  expect([
    verifyClientSecret(await find(), parsePrintedClientSecret(added), soon),
    verifyClientSecret(await find(), parsePrintedClientSecret(added), later),
    verifyClientSecret(await find(), parsePrintedClientSecret(rotated), later),
  ]).toEqual([true, false, true])

  expect((await run(['application', 'disable', 'mein-bucherregal'])).out).toBe(
    'Disabled "mein-bucherregal". Its sign-ins have ended, and its tokens have been revoked.\n',
  )
  expect((await run(['application', 'list'])).out).toBe('mein-bucherregal\tweb\tdisabled\tMein Bücherregal\n')
  expect((await run(['application', 'enable', 'mein-bucherregal'])).code).toBe(0)
  const unasked = await run(['application', 'remove', 'mein-bucherregal'])
  expect(unasked).toMatchObject({ code: 1, out: '' })
  expect(unasked.error).toContain('Nothing was changed. Add --yes to confirm.')
  expect((await run(['application', 'remove', 'mein-bucherregal', '--yes'])).out).toBe('Removed "mein-bucherregal".\n')
  expect((await run(['application', 'list'])).error).toContain('There are no applications yet.')
  expect((await run(['audit', 'verify'])).out).toContain('is intact: 6 entries')
})

test('O9: logos and sector documents on private networks are fetched only if allowed', async () => {
  const { run } = createCliCommandFolder()
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.setHeader('content-type', 'image/png')
    response.end(redPixelPng)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const add = [
    'application',
    'add',
    'Grafana',
    '--kind',
    'web',
    '--redirect',
    'https://grafana.example/',
    '--logo',
    `http://127.0.0.1:${port}/logo`,
  ]
  const inside = await run(add)
  expect(inside).toMatchObject({ code: 1, out: '' })
  expect(inside.error).toContain('--logo: The logo cannot be fetched.')
  expect(asked).toEqual([])
  const sector = await run([...add.slice(0, -2), '--sector-identifier', `https://127.0.0.1:${port}/sector`])
  expect(sector.error).toContain('--sector-identifier: cannot be read: The request to 127.0.0.1')
  expect(asked).toEqual([])
  expect(await run(add, { COUNTERSIGN_ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' })).toMatchObject({ code: 0 })
  expect(asked).toEqual(['/logo'])
})

test('O14: a metadata document is shown next to its operator restrictions, and only these can change', async () => {
  const { address, run } = createCliCommandFolder()
  await run(['application', 'add', 'Agent', '--kind', 'single-page', '--redirect', 'https://agent.example/callback'])
  const { queries } = openDatabaseUntilTestEnds(address)
  const { definition } = (await findApplicationById(queries, 'agent')) ?? {}
  const document = JSON.stringify({ definition, anyLoopbackPort: true })
  await queries.updateTable('applications').set({ origin: 'metadata-document', metadata_document: document }).execute()
  expect(
    await run(['application', 'change', 'agent', '--scope', 'openid', '--scope', 'profile', '--dpop']),
  ).toMatchObject({ code: 0 })
  const shown = JSON.parse((await run(['application', 'show', 'agent', '--json'])).out) as Record<string, unknown>
  expect(shown).toMatchObject({
    definition: { scopes: ['openid', 'profile'], dpopRequired: true },
    document: { scopes: ['openid', 'profile', 'wallet', 'offline_access'], dpopRequired: false },
    narrowing: { withheldScopes: ['wallet', 'offline_access'], addedScopes: [], dpopRequired: true },
  })
  const refused = await run(['application', 'change', 'agent', '--redirect', 'https://other.example/callback'])
  expect(refused.code).toBe(1)
  expect(refused.error).toContain(
    'must be ["https://agent.example/callback"], as in the application’s metadata document',
  )
})

test('email aliases cannot be set without an alias domain, but an existing setting blocks no changes', async () => {
  const { run, write } = createCliCommandFolder()
  const domain = { COUNTERSIGN_EMAIL_ALIAS_DOMAIN: 'users.example' }
  const redirect = ['--redirect', 'https://wiki.example/callback']
  const add = ['application', 'add', 'Wiki', '--kind', 'web', '--email', 'alias', ...redirect]
  const refusal = /--email: must not be "alias" on this server: COUNTERSIGN_EMAIL_ALIAS_DOMAIN is not set/
  expect(await run(add)).toMatchObject({ code: 1, error: expect.stringMatching(refusal) })
  expect(await run(['application', 'add', 'Plain', '--kind', 'web', ...redirect])).toMatchObject({ code: 0 })
  expect(await run(['application', 'change', 'plain', '--email', 'alias'])).toMatchObject({
    code: 1,
    error: expect.stringMatching(refusal),
  })
  write('applications.json', {
    applications: [
      { id: 'book', name: 'Book', kind: 'web', redirectUris: ['https://book.example/callback'], email: 'alias' },
    ],
  })
  expect(await run(['application', 'apply', 'applications.json'])).toMatchObject({
    code: 1,
    error: expect.stringContaining('applications[0].email: must not be "alias"'),
  })
  expect(await run(add, domain)).toMatchObject({ code: 0 })
  expect(await run(['application', 'change', 'wiki', '--name', 'Our wiki'])).toMatchObject({ code: 0 })
})
