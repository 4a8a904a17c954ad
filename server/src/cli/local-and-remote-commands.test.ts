// The commands that call the administration, within their process and over the network: the same command, the same result.
import { apiTokenPermissions } from '@countersign/api/role-permissions'
import type { Permission } from '@countersign/api/role-permissions'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { localOperator } from '../admin/authorization/require-permission.ts'
import { createApp } from '../create-app.ts'
import type { AppDependencies } from '../create-app.ts'
import { createInMemorySpentChallengeLog } from '../auth/challenges/spent-challenge-file.ts'
import { systemRandomBytes } from '../platform/clock.ts'
import { createMetricsRegistry } from '../platform/prometheus-metrics.ts'
import { parseServerSettings } from '../platform/server-settings.ts'
import { verifyClientSecret } from '../store/applications/client-secret.ts'
import { findApplication } from '../store/applications/application-store.ts'
import { createTestApp, openSteppedUpBrowser } from '../testing/test-app.ts'
import { captureCommandOutput, runCapturedCliCommand } from '../testing/test-cli-commands.ts'
import { createTestDatabase, openTestDatabase, openDatabaseUntilTestEnds } from '../testing/test-databases.ts'
import { openBrowserWithRole, readPersonId } from '../testing/test-roles.ts'
import { testServerKey } from '../testing/test-server-key.ts'
import { sequenceAllAuditEntries } from '../testing/read-database-state.ts'
import { createRemoteAdminApiClient } from './remote-admin-api-client.ts'

const { alice, bob } = ethereumTestKeys
const said = captureCommandOutput()
const transports = ['within the process', 'over the network'] as const

/** A server with an owner, and the command line for it. */
async function open(transport: (typeof transports)[number], permissions: readonly Permission[] = apiTokenPermissions) {
  const address = await createTestDatabase('sqlite')
  const app = await createTestApp({ database: openDatabaseUntilTestEnds(address) })
  // A command within its process reads the machine's clock.
  app.clock.now = Date.now()
  const server = await app.http.listen({ host: '127.0.0.1', port: 0 })
  const { browser, personId } = await openBrowserWithRole(app, alice, 'owner')
  const made = (
    await browser.send('POST', '/api/admin/api-tokens', { name: 'Command line', permissions, days: 1 })
  ).json<{
    secret: string
    token: { id: string }
  }>()
  vi.stubEnv('COUNTERSIGN_DATABASE', address)
  vi.stubEnv('COUNTERSIGN_ORIGIN', 'https://sign-in.example')
  vi.stubEnv('COUNTERSIGN_TOKEN', made.secret)
  const isLocal = transport === 'within the process'
  const run = async (...words: string[]): Promise<[number, string]> => {
    const code = await runCapturedCliCommand(...words, ...(isLocal ? [] : ['--server', server]))
    return [code, said.splice(0).join('\n')]
  }
  return { app, server, personId, tokenId: made.token.id, secret: made.secret, isLocal, run }
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-transports-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('the server and the token file are found wherever they stand among the arguments', async () => {
  const { server, secret } = await open('over the network')
  const file = join(makeFolder(), 'token')
  writeFileSync(file, `${secret}\n`)
  vi.stubEnv('COUNTERSIGN_DATABASE', 'sqlite:/nowhere/countersign.db')
  vi.stubEnv('COUNTERSIGN_TOKEN', '')
  for (const words of [
    ['--server', server, 'application', 'list', '--json', '--token-file', file],
    ['application', '--token-file', file, 'list', '--json', '--server', server],
    ['application', 'list', `--token-file=${file}`, '--json', `--server=${server}`],
  ])
    expect([await runCapturedCliCommand(...words), said.splice(0)], words.join(' ')).toEqual([
      0,
      ['{\n  "applications": []\n}'],
    ])
  // Who names a token means another server: nothing is done here instead.
  expect(await runCapturedCliCommand('application', 'list', '--token-file', file)).toBe(1)
  expect(said.splice(0).join('\n')).toContain('--server ""')
})

test('a token goes to the server that is named, over a connection that nobody reads, and nowhere else', async () => {
  for (const address of [
    '',
    'http://sign-in.example',
    'https://user:pass@sign-in.example',
    'https://sign-in.example/path',
    'sign-in.example',
    'file:///etc',
  ]) {
    expect(() => createRemoteAdminApiClient(address, 'cst_x'), address).toThrow(/--server/)
  }
  // Whoever redirects is not followed.
  const seen: (string | undefined)[] = []
  const thief = createServer((request, response) => void (seen.push(request.headers.authorization), response.end('{}')))
  const honest = createServer(
    (_request, response) =>
      void response.writeHead(307, { location: `http://127.0.0.1:${(thief.address() as AddressInfo).port}/` }).end(),
  )
  for (const each of [thief, honest]) {
    await new Promise<void>((resolve) => each.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void each.close())
  }
  await expect(
    createRemoteAdminApiClient(`http://127.0.0.1:${(honest.address() as AddressInfo).port}`, 'cst_secret').call(
      'listApiTokens',
    ),
  ).rejects.toThrow('cannot be reached')
  expect(seen).toEqual([])
})

test('without a token, or with one that is not accepted, it says so', async () => {
  const { server, run } = await open('over the network', ['figures.read'])
  expect(await run('keys', 'rotate')).toEqual([2, expect.stringContaining('works on the machine of the server alone')])
  expect(await run('audit', 'export', join(makeFolder(), 'file'))).toEqual([
    1,
    expect.stringContaining('(permission.denied)'),
  ])
  vi.stubEnv('COUNTERSIGN_TOKEN', 'cst_nothing')
  expect(await run('application', 'list')).toEqual([1, expect.stringContaining('(api_token.invalid)')])
  vi.stubEnv('COUNTERSIGN_TOKEN', '')
  expect(await run('application', 'list')).toEqual([1, expect.stringContaining('COUNTERSIGN_TOKEN')])
  expect(await runCapturedCliCommand('application', 'list', '--server', server, '--token-file', '/nowhere/token')).toBe(
    1,
  )
  expect(said.splice(0)).toEqual(['The file /nowhere/token cannot be read.'])
})

test('N11 nothing in a request to a listening server makes it the operator of the machine', async () => {
  const database = await openTestDatabase('sqlite')
  const { settings, report: settingReports } = parseServerSettings(
    { COUNTERSIGN_ORIGIN: 'https://sign-in.example' },
    { port: 3000, chainIds: [1] },
  )
  // Not even whoever builds the server can give it a caller.
  const smuggled: AppDependencies & { caller: unknown } = {
    settings,
    settingReports,
    database,
    clock: Date.now,
    monotonic: Date.now,
    random: systemRandomBytes,
    chains: new Map(),
    metrics: createMetricsRegistry(),
    serverKey: testServerKey,
    spentChallengeMemory: createInMemorySpentChallengeLog(),
    webDistFolder: null,
    logStream: { write: () => {} },
    caller: localOperator,
  }
  const { http } = await createApp(smuggled)
  onTestFinished(() => http.close())
  const operator = JSON.stringify(localOperator)
  const send = async (query: string, headers: Record<string, string>) => {
    const url = `/api/admin/applications${query}`
    const read = await http.inject({ method: 'GET', url, headers })
    const json = { 'content-type': 'application/json', origin: 'https://sign-in.example', ...headers }
    const payload = { definition: { id: 'taken', name: 'Taken', kind: 'device' } }
    const changed = await http.inject({ method: 'POST', url, headers: json, payload })
    return [read.json<{ code: string }>().code, changed.json<{ code: string }>().code]
  }
  for (const value of ['operator', 'local', '1', 'true', operator]) {
    for (const name of [
      'caller',
      'operator',
      'actor',
      'x-caller',
      'x-countersign-operator',
      'x-system-user',
      'forwarded',
    ])
      expect(await send('', { [name]: value }), name).toEqual(['session.required', 'session.required'])
    for (const name of ['caller', 'operator', 'session', 'countersign_session', '__Host-countersign-session'])
      expect(await send('', { cookie: `${name}=${encodeURIComponent(value)}` }), name).toEqual([
        'session.required',
        'session.required',
      ])
    for (const name of ['caller', 'operator', 'actor']) {
      const [read] = await send(`?${name}=${encodeURIComponent(value)}`, {})
      expect(['session.required', 'request.invalid'], name).toContain(read)
    }
    for (const scheme of ['Bearer', 'Basic', 'Local'])
      expect(await send('', { authorization: `${scheme} ${value}` }), scheme).toEqual(
        scheme === 'Bearer' ? ['api_token.invalid', 'api_token.invalid'] : ['session.required', 'session.required'],
      )
  }
  const payload = { definition: { id: 'taken', name: 'Taken', kind: 'device' }, caller: localOperator }
  const own = { origin: 'https://sign-in.example' }
  const { statusCode } = await http.inject({ method: 'POST', url: '/api/admin/applications', headers: own, payload })
  expect(statusCode).toBe(401)
  expect(await database.queries.selectFrom('applications').selectAll().execute()).toEqual([])
})

test('what a token may not do on another server, the operator does on the machine', async () => {
  const remote = await open('over the network')
  expect(await remote.run('registration-token', 'create')).toEqual([1, expect.stringContaining('(permission.denied)')])
  const { run, app } = await open('within the process')
  expect(await run('registration-token', 'create', '--json')).toEqual([0, expect.stringContaining('"token":')])
  await sequenceAllAuditEntries(app.database.queries)
  const { content } = await app.database.queries
    .selectFrom('audit_events')
    .innerJoin('audit_event_evidence', 'audit_event_evidence.sequence', 'audit_events.sequence')
    .select('content')
    .where('type', '=', 'registration_token.created')
    .executeTakeFirstOrThrow()
  expect(content).toBe('{}')
})

describe.each(transports)('%s', (transport) => {
  test('the activity is exported to a file of one’s own, and the log tells who took it', async () => {
    const { secret, tokenId, personId, app, isLocal, run } = await open(transport)
    const folder = makeFolder()
    const [tokenFile, path] = [join(folder, 'token'), join(folder, 'activity.jsonl')]
    writeFileSync(tokenFile, `${secret}\n`)
    vi.stubEnv('COUNTERSIGN_TOKEN', '')
    const byFile = isLocal ? [] : ['--token-file', tokenFile]
    expect((await run('audit', 'export', path, ...byFile))[0]).toBe(0)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const lines = readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string })
    expect(lines.map(({ type }) => type)).toContain('api_token.created')
    expect((await run('audit', 'export', path, ...byFile))[0]).toBe(1)
    expect((await run('audit', 'export', join(folder, 'a.xml'), '--format', 'xml', ...byFile))[0]).toBe(2)
    await sequenceAllAuditEntries(app.database.queries)
    const { content } = await app.database.queries
      .selectFrom('audit_events')
      .innerJoin('audit_event_evidence', 'audit_event_evidence.sequence', 'audit_events.sequence')
      .select('content')
      .where('type', '=', 'audit_log.exported')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(content)).toEqual(isLocal ? {} : { actorId: personId, tokenId })
  })

  test('applications are added, shown, changed, given another secret, disabled and removed', async () => {
    const { app, run } = await open(transport)
    expect(await run('application', 'list')).toEqual([
      0,
      'There is no application yet. "countersign application add" makes one.',
    ])
    const redirect = ['--redirect', 'https://books.example/callback']
    const [, added] = await run('application', 'add', 'Book Shelf', '--kind', 'web', ...redirect)
    expect(added).toContain('"Book Shelf" is added. Its settings:')
    const secret = /client secret +([\w-]{43})/.exec(added)?.[1] ?? ''
    const record = async () => {
      const found = await findApplication(app.database.queries, 'book-shelf')
      if (found === undefined) throw new Error(added)
      return found
    }
    expect(verifyClientSecret(await record(), secret, Date.now())).toBe(true)
    expect(await run('application', 'add', 'Book Shelf', '--kind', 'web', ...redirect)).toEqual([
      1,
      'There is already an application "book-shelf". Nothing was changed. Choose another client id with --id.',
    ])
    expect(await run('application', 'list')).toEqual([0, 'book-shelf  web  Book Shelf'])
    expect((await run('application', 'show', 'book-shelf'))[1]).toContain('https://books.example/callback')
    expect(JSON.parse((await run('application', 'list', '--json'))[1])).toMatchObject({
      applications: [{ id: 'book-shelf', definition: { name: 'Book Shelf' }, secret: 'kept as a hash' }],
    })
    expect(await run('application', 'change', 'book-shelf', '--redirect', 'http://books.example/callback')).toEqual([
      1,
      expect.stringContaining('--redirect'),
    ])
    // What only the server knows is told by the option as well.
    expect(await run('application', 'change', 'book-shelf', '--allowed-group', 'gone')).toEqual([
      1,
      'Nothing was changed:\n  - --allowed-group[0]: there is no group "gone"; "countersign group list" shows all',
    ])
    expect(await run('application', 'change', 'book-shelf', '--max-age', '3600')).toEqual([
      0,
      expect.stringContaining('maxAgeSeconds null → 3600'),
    ])
    expect((await record()).definition.maxAgeSeconds).toBe(3600)
    expect((await run('application', 'rotate-secret', 'book-shelf', '--overlap', '1h'))[1]).toMatch(
      /shown only now: [\w-]{43}\nThe old one works until 20/,
    )
    expect(await run('application', 'disable', 'book-shelf')).toEqual([
      0,
      '"book-shelf" is disabled. What it was given has ended.',
    ])
    expect((await record()).enabled).toBe(false)
    expect(await run('application', 'enable', 'book-shelf')).toEqual([0, '"book-shelf" is enabled.'])
    expect(await run('application', 'remove', 'book-shelf')).toEqual([1, expect.stringContaining('Add --yes')])
    expect(await run('application', 'remove', 'book-shelf', '--yes')).toEqual([0, '"book-shelf" is removed.'])
    expect(await run('application', 'show', 'book-shelf')).toEqual([
      1,
      'There is no application "book-shelf". "countersign application list" shows all.',
    ])
  })

  test('every change is printed as JSON with --json', async () => {
    const { app, run } = await open(transport)
    const id = await readPersonId(await openSteppedUpBrowser(app, bob))
    const resource = 'https://mcp.example/mcp'
    const resourceIds = async () => (await app.database.queries.selectFrom('resources').select('id').execute())[0]
    const print = async (...words: string[]): Promise<unknown> => {
      const [code, out] = await run(...words, '--json')
      expect(code, out).toBe(0)
      return JSON.parse(out)
    }
    expect(await print('group', 'add', 'friends', '--wallets', bob.address)).toMatchObject({
      id: 'friends',
      name: 'friends',
    })
    expect(await print('group', 'remove', 'friends', '--yes')).toEqual({ id: 'friends' })
    const added = await print('resource', 'add', resource, '--scope', 'read Read your notes')
    expect(added).toMatchObject({ ...(await resourceIds()), resource, scopes: [{ scope: 'read' }], openTo: 'listed' })
    expect(await print('resource', 'remove', resource, '--yes')).toEqual({ id: (added as { id: string }).id, resource })
    expect(await print('application', 'add', 'Tool', '--kind', 'device')).toMatchObject({
      definition: { id: 'tool', name: 'Tool' },
      secret: null,
    })
    expect(await print('application', 'disable', 'tool')).toEqual({ id: 'tool', enabled: false, changed: true })
    expect(await print('application', 'disable', 'tool')).toEqual({ id: 'tool', enabled: false, changed: false })
    expect(await print('application', 'enable', 'tool')).toEqual({ id: 'tool', enabled: true, changed: true })
    expect(await print('application', 'remove', 'tool', '--yes')).toEqual({ id: 'tool' })
    expect(await print('person', 'suspend', id, '--reason', 'x')).toEqual({ id, ended: 1 })
    expect(await print('person', 'reactivate', id)).toEqual({ id })
    expect(await print('person', 'erase', id, '--reason', 'x', '--yes')).toEqual({ id, ended: 0 })
    // Errors are text on the error output, with --json too.
    expect(await run('application', 'enable', 'tool', '--json')).toEqual([
      1,
      'There is no application "tool". "countersign application list" shows all.',
    ])
  })

  test('files of applications, groups and resources are applied, and have no effect the second time', async () => {
    const { app, run } = await open(transport)
    const folder = makeFolder()
    const write = (name: string, content: object): string => {
      writeFileSync(join(folder, name), JSON.stringify(content))
      return join(folder, name)
    }
    const groups = write('groups.json', {
      groups: [{ id: 'team', name: 'Team', rule: { type: 'wallets', wallets: [bob.address] } }],
    })
    const resources = write('resources.json', {
      resources: [{ resource: 'https://mcp.example/mcp', name: 'Notes', scopes: [{ scope: 'read' }] }],
    })
    const wiki = { id: 'wiki', name: 'Wiki', kind: 'web', redirectUris: ['https://wiki.example/callback'] }
    const secret = 'f0e1d2c3b4a5968778695a4b3c2d1e0ff0e1d2c3'
    writeFileSync(join(folder, 'secret'), `${secret}\n`)
    const applications = write('applications.json', {
      applications: [{ ...wiki, allowedGroups: ['team'], secretFile: 'secret' }],
    })
    expect(await run('application', 'apply', applications)).toEqual([
      1,
      expect.stringContaining('applications[0].allowedGroups[0]: there is no group "team"'),
    ])
    for (const [subject, file, step] of [
      ['group', groups, '+ team added'],
      ['resource', resources, '+ https://mcp.example/mcp added'],
      ['application', applications, '+ wiki added'],
    ] as const) {
      const dry = await run(subject, 'apply', file, '--dry-run')
      expect(dry).toEqual([0, `${step}\nNothing was changed, because of --dry-run.`])
      expect(await run(subject, 'apply', file)).toEqual([0, step])
      expect(await run(subject, 'apply', file, '--prune')).toEqual([0, 'There is nothing to change.'])
    }
    const record = await findApplication(app.database.queries, 'wiki')
    expect(record !== undefined && verifyClientSecret(record, secret, Date.now())).toBe(true)
    expect((await run('group', 'apply', write('groups.json', { groups: [] }), '--prune'))[1]).toContain(
      'lacks "team", which cannot be removed: wiki lets in by it',
    )
    const none = write('applications.json', { applications: [] })
    expect(await run('application', 'apply', none, '--prune')).toEqual([0, '- wiki removed'])
    expect(await run('resource', 'apply', write('resources.json', { resources: [] }), '--prune')).toEqual([
      0,
      '- https://mcp.example/mcp removed',
    ])
  })

  test('groups are added, shown, changed and removed', async () => {
    const { run } = await open(transport)
    expect(await run('group', 'add', 'friends', '--wallets', bob.address)).toEqual([
      0,
      '"friends" is added. Try it with "countersign group check friends ADDRESS".',
    ])
    expect((await run('group', 'list'))[1]).toMatch(
      /^friends {2}members \d+, \d+ checked recently {2}friends: one of 1 wallet$/,
    )
    expect(await run('group', 'change', 'friends', '--name', 'Good friends')).toEqual([
      0,
      '"friends" is changed:\n  name friends → Good friends',
    ])
    expect((await run('group', 'show', 'friends'))[1].toLowerCase()).toContain(bob.address.toLowerCase())
    expect(await run('group', 'check', 'friends', bob.address)).toEqual([
      0,
      expect.stringMatching(/^0x\w+, which has not signed in yet\n\nyes {2}one of 1 wallet[^]*Belongs to "friends"\.$/),
    ])
    expect(await run('group', 'check', 'friends', alice.address)).toEqual([
      1,
      expect.stringMatching(/^Person \w{26}, with 0x\w{40}\n[^]*Does not belong to "friends"\.$/),
    ])
    expect(await run('group', 'test', bob.address, '--wallets', bob.address)).toEqual([
      0,
      expect.stringContaining('Would belong.'),
    ])
    expect(await run('group', 'add', 'nobody')).toEqual([1, expect.stringContaining('rule: must be an object')])
    expect(await run('group', 'remove', 'friends', '--yes')).toEqual([0, '"friends" is removed.'])
  })

  test('a long list of wallets fits into a rule', async () => {
    const { app, run } = await open(transport)
    const file = join(makeFolder(), 'wallets.txt')
    const wallets = Array.from({ length: 2000 }, (_, index) => `0x${index.toString(16).padStart(40, '0')}`)
    writeFileSync(file, wallets.join('\n'))
    expect(await run('group', 'add', 'many', '--wallets-file', file)).toEqual([0, expect.any(String)])
    const { rule } = await app.database.queries.selectFrom('groups').select('rule').executeTakeFirstOrThrow()
    expect((JSON.parse(rule) as { wallets: string[] }).wallets).toHaveLength(2000)
  })

  test('resources are added, shown, changed and removed', async () => {
    const { run, app } = await open(transport)
    const address = 'https://mcp.example/mcp'
    expect(await run('resource', 'list')).toEqual([0, 'There is no resource yet. "countersign resource add" adds one.'])
    expect(await run('resource', 'add', address, '--scope', 'openid')).toEqual([
      1,
      expect.stringContaining('--scope[0].scope: must not be named like'),
    ])
    expect(await run('resource', 'add', address, '--scope', 'read Read your notes', '--open-to', 'everyone')).toEqual([
      0,
      `"${address}" is added. Every application may use it, also one that nobody registered.`,
    ])
    expect(await run('resource', 'list')).toEqual([0, `${address}  everyone  read`])
    expect(await run('resource', 'change', address, '--claim', 'wallet')).toEqual([
      0,
      `"${address}" is changed:\n  claims none → wallet`,
    ])
    expect((await run('resource', 'show', address))[1]).toMatch(/scope read +Read your notes[^]*tokens tell +wallet/)
    // Another kind of name is for people to be asked about, where there are any.
    expect(await run('resource', 'change', address, '--subjects', 'by-application')).toEqual([0, expect.any(String)])
    expect(await run('resource', 'remove', address)).toEqual([1, expect.stringContaining('Add --yes')])
    expect(await run('resource', 'remove', address, '--yes')).toEqual([0, `"${address}" is removed.`])
    expect(await app.database.queries.selectFrom('resources').selectAll().execute()).toEqual([])
  })

  test('every fault of a group is told, one on each line', async () => {
    const { run, app } = await open(transport)
    const rule = (...contracts: string[]) => contracts.flatMap((contract) => ['--erc20', contract])
    const token = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
    const wrong = rule('1:0x12:5', `1:${token}:-5`)
    expect(await run('group', 'add', 'Friends!', '--name', ' ', ...wrong)).toEqual([
      1,
      `Nothing was changed:
  - id: must be 2 to 64 of a–z, 0–9, ".", "_" and "-", and begin with a letter or digit
  - name: must not begin or end with a space`,
    ])
    expect(await run('group', 'add', 'friends', ...wrong)).toEqual([
      1,
      `Nothing was changed:
  - rule.any[0].contract: must be an address: "0x" and 40 hexadecimal digits
  - rule.any[1].atLeast: must be a whole number from 1 to 2^256 - 1, written as a text`,
    ])
    // Which chains are read is known to the server.
    const unread = `Nothing was changed:
  - rule: needs chain 1, which is not configured; none is
  - rule: needs chain 10, which is not configured; none is`
    expect(await run('group', 'add', 'friends', ...rule(`1:${token}:5`, `10:${token}:5`))).toEqual([1, unread])
    expect((await run('group', 'add', 'friends', '--wallets', bob.address))[0]).toBe(0)
    expect((await run('group', 'change', 'friends', ...rule(`1:${token}:5`)))[0]).toBe(1)
    expect((await run('group', 'change', 'friends', '--name', '\u202e')).at(0)).toBe(1)
    expect(await app.database.queries.selectFrom('groups').select(['id', 'name']).execute()).toEqual([
      { id: 'friends', name: 'friends' },
    ])
  })

  test('people are suspended, restored and erased, by the address of their wallet too', async () => {
    const { app, isLocal, run } = await open(transport)
    const id = await readPersonId(await openSteppedUpBrowser(app, bob))
    // The log names the command line as the reason of the operator.
    if (!isLocal) expect((await run('person', 'suspend', bob.address))[0]).toBe(2)
    expect(await run('person', 'suspend', bob.address, '--reason', 'Lost laptop')).toEqual([
      0,
      `Suspended ${id}; 1 session ended.`,
    ])
    expect(await run('person', 'reactivate', id)).toEqual([0, `Restored ${id}.`])
    expect(await run('person', 'reactivate', id)).toEqual([1, `There is no such person to restore: ${id}.`])
    expect((await run('person', 'suspend', `0x${'1'.padStart(40, '0')}`, '--reason', 'x'))[1]).toContain(
      'There is no such person to suspend',
    )
    expect((await run('person', 'erase', 'Bob', '--reason', 'x', '--yes'))[1]).toContain('There is no such person')
    expect(await run('person', 'erase', bob.address, '--reason', 'Asked for it', '--yes')).toEqual([
      0,
      `Erased ${id}; 0 sessions ended.`,
    ])
  })
})
