// Tests of --env and --api, which print and create what the developer kit needs.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { createCliCommandFolder } from '../testing/cli-command-folder-fixtures.ts'
import { prepareCliTransports } from '../testing/cli-transport-test-steps.ts'
import { runApplicationAddCommand } from './application-add-change-cli-commands.ts'
import { AdminApiError } from './cli-admin-api-client.ts'
import { formatEnvironmentFile, quoteEnvironmentValue } from './format-environment-file.ts'

const { open } = prepareCliTransports()
const api = 'https://api.shop.example/'
const issuer = 'https://sign-in.example'
const secret = expect.stringMatching(/^[\w-]{43}$/) as string

const add = (...words: string[]) => createCliCommandFolder().run(['application', 'add', ...words, '--env'])

test.each([
  [
    ['Shop', '--kind', 'single-page', '--redirect', 'https://shop.example/callback'],
    { VITE_COUNTERSIGN_ISSUER: issuer, VITE_COUNTERSIGN_CLIENT_ID: 'shop' },
  ],
  [
    ['Shop', '--kind', 'single-page', '--redirect', 'https://shop.example/callback', '--resource', `${api} read`],
    { VITE_COUNTERSIGN_ISSUER: issuer, VITE_COUNTERSIGN_CLIENT_ID: 'shop', VITE_COUNTERSIGN_API: api },
  ],
  [
    ['Shop', '--kind', 'web', '--redirect', 'https://shop.example:8443/auth/callback'],
    {
      COUNTERSIGN_ISSUER: issuer,
      COUNTERSIGN_CLIENT_ID: 'shop',
      COUNTERSIGN_CLIENT_SECRET: secret,
      COUNTERSIGN_SESSION_SECRET: secret,
      COUNTERSIGN_APP_URL: 'https://shop.example:8443',
    },
  ],
  [
    ['Tool', '--kind', 'native', '--redirect', 'http://127.0.0.1/callback'],
    { COUNTERSIGN_ISSUER: issuer, COUNTERSIGN_CLIENT_ID: 'tool' },
  ],
  [['Tool', '--kind', 'device'], { COUNTERSIGN_ISSUER: issuer, COUNTERSIGN_CLIENT_ID: 'tool' }],
  [
    ['Job', '--kind', 'machine', '--resource', `${api} read`],
    { COUNTERSIGN_ISSUER: issuer, COUNTERSIGN_CLIENT_ID: 'job', COUNTERSIGN_CLIENT_SECRET: secret },
  ],
])('application add %j --env prints only .env lines on stdout', async (words, variables) => {
  const { code, out, error } = await add(...words)
  expect([code, parseEnv(out)]).toEqual([0, variables])
  expect(out.trimEnd().split('\n')).toHaveLength(Object.keys(variables).length)
  expect(error).toContain(`Added "${words[0]}".`)
  for (const value of Object.values(parseEnv(out)).filter((value) => value?.length === 43))
    expect(error).not.toContain(value)
})

test('--env is refused for a site, and with --json', async () => {
  const site = await add('Wiki', '--kind', 'site', '--host', 'wiki.example')
  expect(site).toMatchObject({ code: 1, out: '', error: expect.stringContaining('Omit --env') as string })
  expect(await add('Shop', '--kind', 'device', '--json')).toMatchObject({ code: 2, out: '' })
})

test('an error with --env prints nothing on stdout', async () => {
  const refused = await add('Shop', '--kind', 'web', '--redirect', 'http://shop.example/callback')
  expect(refused).toMatchObject({ code: 1, out: '', error: expect.stringContaining('--redirect') as string })
})

test('resource add --env prints the issuer and the audience', async () => {
  const { code, out, error } = await createCliCommandFolder().run(['resource', 'add', api, '--env'])
  expect([code, parseEnv(out)]).toEqual([0, { COUNTERSIGN_ISSUER: issuer, COUNTERSIGN_AUDIENCE: api }])
  expect(error).toContain('Added "https://api.shop.example/".')
})

test('application add --env FILE writes the settings to a new file of the user, and prints no secret', async () => {
  const { folder, run } = createCliCommandFolder()
  const file = join(folder, '.env')
  const words = ['application', 'add', 'Shop', '--kind', 'web', '--redirect', 'https://shop.example/callback']
  const { code, out, error } = await run([...words, '--env', file])
  const content = readFileSync(file, 'utf8')
  expect([code, out, parseEnv(content)]).toMatchObject([
    0,
    '',
    { COUNTERSIGN_CLIENT_ID: 'shop', COUNTERSIGN_CLIENT_SECRET: secret },
  ])
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(error).toContain(`Wrote the settings to "${file}".`)
  expect(error).not.toContain(parseEnv(content)['COUNTERSIGN_CLIENT_SECRET'])
})

test('--env FILE keeps an existing file, and then adds nothing and changes no secret', async () => {
  const { folder, run, write } = createCliCommandFolder()
  const file = join(folder, '.env')
  write('.env', 'KEPT=1\n')
  const refused = { code: 1, out: '', error: expect.stringContaining(`${file}" already exists`) as string }
  const words = ['application', 'add', 'Shop', '--kind', 'web', '--redirect', 'https://shop.example/callback']
  expect(await run([...words, '--env', file])).toMatchObject(refused)
  expect(await run(['resource', 'add', api, '--env', file])).toMatchObject(refused)
  expect((await run(['application', 'list'])).error).toContain('no applications yet')
  expect((await run(['resource', 'list'])).error).toContain('no resources yet')
  await run(words)
  const show = async () => (await run(['application', 'show', 'shop', '--json'])).out
  const before = await show()
  expect(await run(['application', 'rotate-secret', 'shop', '--env', file])).toMatchObject(refused)
  expect(await show()).toBe(before)
  expect(readFileSync(file, 'utf8')).toBe('KEPT=1\n')
})

test('--env FILE leaves no file if the command fails, and names a missing folder', async () => {
  const { folder, run } = createCliCommandFolder()
  const file = join(folder, 'new.env')
  const invalid = ['application', 'add', 'Shop', '--kind', 'web', '--redirect', 'http://shop.example/callback']
  expect(await run([...invalid, '--env', file])).toMatchObject({ code: 1, out: '' })
  expect(await run(['application', 'rotate-secret', 'missing', '--env', file])).toMatchObject({ code: 1, out: '' })
  expect(existsSync(file)).toBe(false)
  const lost = await run(['resource', 'add', api, '--env', join(folder, 'missing', '.env')])
  expect(lost).toMatchObject({ code: 1, error: expect.stringContaining('its folder does not exist') as string })
})

test('rotate-secret --env prints all settings with the new secret', async () => {
  const { run } = createCliCommandFolder()
  const words = ['--kind', 'web', '--redirect', 'https://shop.example/callback', '--api', api, '--env']
  const before = parseEnv((await run(['application', 'add', 'Shop', ...words])).out)
  const again = await run(['application', 'add', 'Shop', ...words])
  expect(again).toMatchObject({ code: 1, out: '' })
  expect(again.error).toContain('"npx countersign application rotate-secret shop --env"')
  const { code, out, error } = await run(['application', 'rotate-secret', 'shop', '--env'])
  const after = parseEnv(out)
  expect([code, after]).toEqual([
    0,
    { ...before, COUNTERSIGN_CLIENT_SECRET: secret, COUNTERSIGN_SESSION_SECRET: secret },
  ])
  expect(after['COUNTERSIGN_CLIENT_SECRET']).not.toBe(before['COUNTERSIGN_CLIENT_SECRET'])
  expect(error).toContain('The old secret has expired.')
})

test('application show --env prints the settings of an application that has no secret', async () => {
  const { run } = createCliCommandFolder()
  const words = ['--kind', 'single-page', '--redirect', 'https://shop.example/callback', '--api', api, '--env']
  const { out } = await run(['application', 'add', 'Shop', ...words])
  const again = await run(['application', 'add', 'Shop', ...words])
  expect(again.error).toContain('"npx countersign application show shop --env"')
  expect(await run(['application', 'show', 'shop', '--env'])).toMatchObject({ code: 0, out })
  await run(['application', 'add', 'Job', '--kind', 'machine', '--api', api])
  expect(await run(['application', 'show', 'job', '--env'])).toMatchObject({
    code: 1,
    out: '',
    error: expect.stringContaining('rotate-secret job --env') as string,
  })
})

const singlePage = ['--kind', 'single-page', '--redirect', 'https://shop.example/callback']

test.each(['within the process', 'over the network'] as const)(
  'application add --api creates the resource once and allows the application all its scopes, %s',
  async (transport) => {
    const { run } = await open(transport)
    const [code, out] = await run(
      'application',
      'add',
      'Shop',
      ...singlePage,
      '--api',
      'https://api.shop.example',
      '--env',
    )
    expect([code, parseEnv(out)]).toMatchObject([
      0,
      { VITE_COUNTERSIGN_CLIENT_ID: 'shop', VITE_COUNTERSIGN_API: api, COUNTERSIGN_AUDIENCE: api },
    ])
    const show = async (id: string) => JSON.parse((await run('resource', 'show', id, '--json'))[1]) as object
    expect(await show(api)).toMatchObject({
      described: true,
      applications: [{ id: 'shop', scopes: ['api'] }],
      definition: { openTo: 'listed', claims: ['wallet', 'groups'], subjects: 'by-resource' },
    })
    await run('resource', 'change', api, '--scope', 'read Read', '--scope', 'write', '--claim', '')
    expect((await run('application', 'add', 'Admin', ...singlePage, '--api', api))[0]).toBe(0)
    expect(await show(api)).toMatchObject({
      applications: expect.arrayContaining([
        expect.objectContaining({ id: 'admin', scopes: ['read', 'write'] }),
      ]) as object[],
      definition: { claims: [] },
    })
  },
)

test('application add --api gives a machine, which needs a resource, its API', async () => {
  const { code, out } = await add('Job', '--kind', 'machine', '--api', api)
  expect([code, parseEnv(out)]).toMatchObject([0, { COUNTERSIGN_CLIENT_ID: 'job', COUNTERSIGN_AUDIENCE: api }])
})

test('application add --api --product puts the new resource into the product too, and refuses another one', async () => {
  const { run } = createCliCommandFolder()
  await run(['product', 'add', 'shop', '--host', 'shop.example'])
  const add = (name: string, address: string) =>
    run(['application', 'add', name, ...singlePage, '--product', 'shop', '--api', address])
  expect((await add('Shop', api)).code).toBe(0)
  const { definition } = JSON.parse((await run(['resource', 'show', api, '--json'])).out) as { definition: object }
  expect(definition).toMatchObject({ product: 'shop', subjects: 'by-resource', openTo: 'listed' })
  expect((await add('Admin', api)).code).toBe(0)
  await run(['resource', 'add', 'https://other.example/'])
  const refused = await add('Other', 'https://other.example')
  expect(refused.code).toBe(1)
  expect(refused.error).toContain('--api: "https://other.example/" is in no product')
  expect(refused.error).toContain('"npx countersign resource change https://other.example/ --product shop"')
  expect((await run(['resource', 'change', 'https://other.example/', '--subjects', 'by-application'])).code).toBe(0)
  expect((await add('Other', 'https://other.example')).code).toBe(0)
})

test('application add --api prints the secret of the application even if the API cannot be set up', async () => {
  const { run } = await open('within the process')
  const { openLocalAdminApi } = await import('./local-admin-api-client.ts')
  const { client, close } = await openLocalAdminApi(['application', 'resource'], 'write')
  onTestFinished(close)
  const call = ((name: string, given: never) => {
    if (name === 'changeResource') throw new AdminApiError('The connection was lost.')
    return client.call(name as 'readResource', given)
  }) as typeof client.call
  const given = { kind: 'web', redirect: ['https://shop.example/callback'] } as const
  const addWithApi = (name: string, more: object) =>
    runApplicationAddCommand({ ...client, call }, name, { ...given, api: `https://${name}.example/`, ...more })
  const failure = {
    exitCode: 1,
    notes: expect.arrayContaining([expect.stringContaining('The connection was lost.')]) as string[],
  }
  expect(await addWithApi('one', {})).toMatchObject({ ...failure, json: { secret } })
  expect(await addWithApi('two', { env: true })).toMatchObject({
    ...failure,
    json: { COUNTERSIGN_CLIENT_SECRET: secret },
  })
  expect((await run('application', 'list'))[1]).toContain('two')
})

test('application add --api names this API for a browser application that calls several', async () => {
  const other = 'https://other.example/'
  const { out } = await add('Shop', ...singlePage, '--resource', `${other} read`, '--api', api)
  expect(parseEnv(out)).toMatchObject({ VITE_COUNTERSIGN_API: api, COUNTERSIGN_AUDIENCE: api })
})

test('application add --api refuses what cannot be a resource, and an application that gets no tokens', async () => {
  const { run } = createCliCommandFolder()
  const refusals = [
    [...singlePage, '--api', 'api'],
    ['--kind', 'site', '--host', 'wiki.example', '--api', api],
  ]
  for (const words of refusals)
    expect(await run(['application', 'add', 'Shop', ...words])).toMatchObject({
      code: 1,
      error: expect.stringContaining('--api') as string,
    })
  expect((await run(['resource', 'list'])).error).toContain('no resources yet')
})

test('values with spaces, quotes, number signs and dollar signs survive util.parseEnv', () => {
  const values = ['a b', 'a#b', '"a"', "it's", '`a`', `it's "a"`, ' a ', '#', '', 'urn:a\'b"c`d', 'a$b', 'a\\nb', 'é']
  for (const value of values) expect(parseEnv(`A=${quoteEnvironmentValue(value)}`), value).toEqual({ A: value })
  expect(parseEnv(formatEnvironmentFile({ ONE: 'a\nTWO=b', THREE: `'"\`\nFOUR=d` }).join('\n'))).toEqual({
    ONE: 'a‹U+000A›TWO=b',
    THREE: `'"\`‹U+000A›FOUR=d`,
  })
  expect(parseEnv(formatEnvironmentFile({ ONE: 'a #1', TWO: 'b' }).join('\n'))).toEqual({ ONE: 'a #1', TWO: 'b' })
})
