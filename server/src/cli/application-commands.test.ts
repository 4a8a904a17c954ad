// The commands about applications as operators run them, on one database file.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findApplication } from '../store/applications/application-store.ts'
import { verifyClientSecret } from '../store/applications/client-secret.ts'
import { runCliCommand } from '../testing/test-commands.ts'
import type { CommandResult } from '../testing/test-commands.ts'
import { openUntilTestEnds } from '../testing/test-databases.ts'

/** A folder of an operator, and the command line in it. */
function openFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-commands-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const address = `sqlite:${join(folder, 'data/countersign.db')}`
  const run = (words: string[], environment: Record<string, string> = {}): Promise<CommandResult> =>
    runCliCommand(words, {
      folder,
      environment: { COUNTERSIGN_DATABASE: address, COUNTERSIGN_ORIGIN: 'https://sign-in.example', ...environment },
    })
  const write = (name: string, content: unknown): void =>
    writeFileSync(
      join(folder, name),
      typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content),
    )
  return { folder, address, run, write }
}

/** One red pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

const secretIn = ({ out }: CommandResult): string => /(?:client secret +|now: )([0-9A-Za-z_-]{43})/.exec(out)?.[1] ?? ''

test('an application is added, shown, changed, given a new secret, disabled and removed', async () => {
  const { address, run, write } = openFolder()
  write('logo.png', pixel)
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
  expect(added.out.replace(secretIn(added), 'SECRET')).toMatchInlineSnapshot(`
    ""Mein Bücherregal" is added. Its settings:

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

    The client secret is shown only now.
    "
  `)
  const { queries } = openUntilTestEnds(address)
  const find = async () => {
    const record = await findApplication(queries, 'mein-bucherregal')
    if (record === undefined) throw new Error('gone')
    return record
  }
  expect(verifyClientSecret(await find(), secretIn(added), Date.now())).toBe(true)
  expect((await find()).logo).not.toBeNull()

  expect((await run(['application', 'list'])).out).toBe('mein-bucherregal  web  Mein Bücherregal\n')
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
    out: '"mein-bucherregal" is changed:\n  redirectUris + https://books.example/two\n  dpopRequired false → true\n  maximumAgeSeconds null → 3600\n  logo removed\n',
  })
  expect((await run(['application', 'change', 'mein-bucherregal', '--dpop'])).out).toBe('There is nothing to change.\n')

  const rotated = await run(['application', 'rotate-secret', 'mein-bucherregal', '--overlap', '24h'])
  expect(rotated.out).toMatch(
    /^The new client secret of "mein-bucherregal", shown only now: [0-9A-Za-z_-]{43}\nThe old one works until .*Z\.\n$/,
  )
  const [soon, later] = [Date.now(), Date.now() + 25 * 3_600_000]
  expect([
    verifyClientSecret(await find(), secretIn(added), soon),
    verifyClientSecret(await find(), secretIn(added), later),
    verifyClientSecret(await find(), secretIn(rotated), later),
  ]).toEqual([true, false, true])

  expect((await run(['application', 'disable', 'mein-bucherregal'])).out).toBe(
    '"mein-bucherregal" is disabled. What it was given has ended.\n',
  )
  expect((await run(['application', 'list'])).out).toBe('mein-bucherregal  web  (disabled) Mein Bücherregal\n')
  expect((await run(['application', 'enable', 'mein-bucherregal'])).code).toBe(0)
  const unasked = await run(['application', 'remove', 'mein-bucherregal'])
  expect(unasked).toMatchObject({ code: 1, out: '' })
  expect(unasked.error).toContain('Nothing was changed. Add --yes to do it.')
  expect((await run(['application', 'remove', 'mein-bucherregal', '--yes'])).out).toBe(
    '"mein-bucherregal" is removed.\n',
  )
  expect((await run(['application', 'list'])).out).toContain('There is no application yet.')
  expect((await run(['activity', 'verify'])).out).toContain('is whole: 6 lines')
})

test('what cannot be done is told with the option at fault', async () => {
  const { run } = openFolder()
  expect(await run(['application', 'list'])).toMatchObject({
    code: 9,
    error: expect.stringContaining('COUNTERSIGN_DATABASE: the database cannot be opened'),
  })
  expect(await run(['application', 'add', 'Grafana'])).toMatchObject({
    code: 1,
    error:
      'Nothing was changed:\n  - --kind: must be one of "web", "single-page", "native", "device", "machine", "site"\n',
  })
  const faulty = [
    'application',
    'add',
    'Grafana',
    '--kind',
    'web',
    '--redirect',
    'https://Grafana.example/',
    '--scope',
    'openid email',
    '--max-age',
    'soon',
    '--resource',
    'service',
    '--jwks',
    'none.json',
    '--logo',
    'none.png',
  ]
  expect((await run(faulty)).error).toBe(`Nothing was changed:
  - --jwks: the file none.json cannot be read
  - --redirect[0]: must be written as browsers write it: "https://grafana.example/"
  - --scope[1]: must not be "email": an address goes by the member "email" (--email alias or --email verified)
  - --resource[0].resource: must be an absolute address, such as "https://service.example/" (RFC 8707 §2)
  - --max-age: must be a whole number from 0 to 31536000
`)
  expect(
    (
      await run([
        'application',
        'add',
        'Grafana',
        '--kind',
        'web',
        '--redirect',
        'https://grafana.example/',
        '--logo',
        'none.png',
      ])
    ).error,
  ).toMatch(/^Nothing was changed:\n {2}- --logo: The file .*none\.png cannot be read\.\n$/)
  for (const words of [
    ['show', 'x1'],
    ['change', 'x1'],
    ['rotate-secret', 'x1'],
    ['remove', 'x1', '--yes'],
  ]) {
    expect(await run(['application', ...words])).toEqual({
      code: 1,
      out: '',
      error: 'There is no application "x1". "countersign application list" shows all.\n',
    })
  }
  for (const words of [
    ['show', 'a', 'b'],
    ['list', '--all'],
    ['rotate-secret', 'x1', '--overlap', '31d'],
  ]) {
    expect(await run(['application', ...words])).toMatchObject({ code: 2, out: '' })
  }
  const help = await run(['application', 'add', '--help'])
  expect(help).toMatchObject({ code: 0, error: '' })
  expect(help.out).toContain('--redirect <address> ')
  expect((await run(['application', 'list'])).out).toContain('There is no application yet.')
})

test('a file is applied, shown before, and does nothing the second time', async () => {
  const { folder, run, write } = openFolder()
  await run(['application', 'add', 'Old', '--kind', 'device', '--id', 'old'])
  const file: { applications: Record<string, unknown>[] } = {
    applications: [
      {
        id: 'grafana',
        name: 'Grafana',
        kind: 'web',
        redirectUris: ['https://grafana.example/login'],
        secretFile: 'secrets/grafana',
        logo: 'logo.png',
      },
      {
        id: 'nextcloud',
        name: 'Nextcloud',
        kind: 'web',
        redirectUris: ['https://cloud.example/apps/user_oidc/code'],
        secretEnvironment: 'NEXTCLOUD_SECRET',
      },
      { id: 'site', name: 'Site', kind: 'web', redirectUris: ['https://site.example/callback'] },
    ],
  }
  write('applications.json', file)
  const missing = await run(['application', 'apply', 'applications.json'])
  expect(missing).toEqual({
    code: 1,
    out: '',
    error:
      'Nothing was changed:\n  - applications[0].secretFile: the file secrets/grafana cannot be read\n  - applications[1].secretEnvironment: the variable NEXTCLOUD_SECRET is not set\n',
  })
  write('grafana.secret', 'too-short\n')
  write('logo.png', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  file.applications[0] = { ...file.applications[0], secretFile: 'grafana.secret' }
  write('applications.json', file)
  const environment = { NEXTCLOUD_SECRET: 'a'.repeat(40) }
  expect((await run(['application', 'apply', join(folder, 'applications.json')], environment)).error).toBe(
    'Nothing was changed:\n  - applications[0].secretFile: the secret there must have 32 to 256 characters\n  - applications[1].secretEnvironment: the secret there must be random, as "openssl rand -hex 32" makes it\n',
  )
  environment.NEXTCLOUD_SECRET = '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c'
  write('grafana.secret', 'f0e1d2c3b4a5968778695a4b3c2d1e0ff0e1d2c3\n')
  expect((await run(['application', 'apply', 'applications.json'], environment)).error).toContain(
    'applications[0].logo: The logo is not a picture',
  )
  write('logo.png', pixel)

  const steps = '+ grafana added\n+ nextcloud added\n+ site added\n- old removed\n'
  expect(await run(['application', 'apply', 'applications.json', '--prune', '--dry-run'], environment)).toEqual({
    code: 0,
    error: '',
    out: `${steps}Nothing was changed, because of --dry-run.\n`,
  })
  expect((await run(['application', 'list'])).out).toBe('old  device  Old\n')
  const applied = await run(['application', 'apply', 'applications.json', '--prune'], environment)
  expect(applied.out.replace(secretIn(applied), 'SECRET')).toBe(
    `${steps}The client secret of "site", shown only now: SECRET\n`,
  )
  // Seen from another folder: paths start where the file is.
  expect((await run(['application', 'apply', join(folder, 'applications.json'), '--prune'], environment)).out).toBe(
    'There is nothing to change.\n',
  )
  const { definition } = JSON.parse((await run(['application', 'show', 'site', '--json'])).out) as {
    definition: Record<string, unknown>
  }
  file.applications[2] = { ...definition, name: 'The site' }
  write('applications.json', file)
  expect((await run(['application', 'apply', 'applications.json', '--prune'], environment)).out).toBe(
    '~ site: name Site → The site\n',
  )
  expect(readFileSync(join(folder, 'data/countersign.db')).includes('0f1e2d3c4b5a6978')).toBe(false)

  for (const [content, error] of [
    ['{', 'applications.json: The file is not valid JSON.'],
    ['{"applications":[],"applications":[]}', 'applications.json: The file names a member twice: "applications".'],
    ['[]', 'The file must hold one JSON object with the list "applications".'],
  ]) {
    write('applications.json', content)
    expect(await run(['application', 'apply', 'applications.json', '--prune'])).toEqual({
      code: 1,
      out: '',
      error: `Nothing was changed:\n  - ${error}\n`,
    })
  }
  expect((await run(['application', 'apply', 'nowhere.json'])).error).toBe(
    'Nothing was changed:\n  - nowhere.json: cannot be read\n',
  )
})

test('O9 what a definition names on other servers is only fetched where that is allowed', async () => {
  const { run } = openFolder()
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.setHeader('content-type', 'image/png')
    response.end(pixel)
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
  expect(await run(add, { COUNTERSIGN_OUTBOUND_NETWORKS: '127.0.0.0/8' })).toMatchObject({ code: 0 })
  expect(asked).toEqual(['/logo'])
})

test('O14 what a document says is shown beside what an operator narrowed, and only that can be changed', async () => {
  const { address, run } = openFolder()
  await run(['application', 'add', 'Agent', '--kind', 'single-page', '--redirect', 'https://agent.example/callback'])
  const { queries } = openUntilTestEnds(address)
  const { definition } = (await findApplication(queries, 'agent')) ?? {}
  const document = JSON.stringify({ definition, anyLoopbackPort: true })
  await queries.updateTable('applications').set({ origin: 'metadata-document', document }).execute()
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
  expect(refused.error).toContain('must be ["https://agent.example/callback"], as its document says')
})

test('email aliases are refused without an alias domain when they are set, and what is stored does not stand in the way', async () => {
  const { run, write } = openFolder()
  const domain = { COUNTERSIGN_ALIAS_DOMAIN: 'users.example' }
  const redirect = ['--redirect', 'https://wiki.example/callback']
  const add = ['application', 'add', 'Wiki', '--kind', 'web', '--email', 'alias', ...redirect]
  const refusal = /--email: must not be "alias" on this server: COUNTERSIGN_ALIAS_DOMAIN is not set/
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
  // The domain is taken away later: other changes still work.
  expect(await run(['application', 'change', 'wiki', '--name', 'Our wiki'])).toMatchObject({ code: 0 })
})
