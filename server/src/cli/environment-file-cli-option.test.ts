// Tests of --env and --api, which print and create what the developer kit needs.
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
  expect(refused.error).toContain('"countersign resource change https://other.example/ --product shop"')
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
  expect((await run(['resource', 'list'])).out).toContain('no resources yet')
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
