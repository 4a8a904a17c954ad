// Tests of remote connections: address, token, and what only the local operator may do.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { cliOperatorCaller } from '../admin/authorization/require-admin-permission.ts'
import { createServerApp } from '../create-server-app.ts'
import type { ServerAppDependencies } from '../create-server-app.ts'
import { createInMemorySpentChallengeReplayLog } from '../auth/challenges/spent-challenge-replay-log.ts'
import { systemRandomBytes } from '../platform/clock.ts'
import { createMetricsRegistry } from '../platform/prometheus-metrics.ts'
import { parseServerSettings } from '../platform/parse-server-settings.ts'
import { createTemporaryTestFolder, prepareCliTransports } from '../testing/cli-transport-test-steps.ts'
import { sequenceAllAuditEntries } from '../testing/inspect-test-database.ts'
import { runCliCommandForExitCode } from '../testing/cli-command-test-steps.ts'
import { openTestDatabase } from '../testing/database-fixtures.ts'
import { testServerKey } from '../testing/server-key-fixtures.ts'
import { createRemoteAdminApiClient } from './remote-admin-api-client.ts'

const { said, open } = prepareCliTransports()

test('--server and --token-file are accepted anywhere among the arguments', async () => {
  const { server, secret } = await open('over the network')
  const file = join(createTemporaryTestFolder(), 'token')
  writeFileSync(file, `${secret}\n`)
  vi.stubEnv('COUNTERSIGN_DATABASE', 'sqlite:/nowhere/countersign.db')
  vi.stubEnv('COUNTERSIGN_TOKEN', '')
  for (const words of [
    ['--server', server, 'application', 'list', '--json', '--token-file', file],
    ['application', '--token-file', file, 'list', '--json', '--server', server],
    ['application', 'list', `--token-file=${file}`, '--json', `--server=${server}`],
  ])
    expect([await runCliCommandForExitCode(...words), said.splice(0)], words.join(' ')).toEqual([
      0,
      ['{\n  "applications": []\n}'],
    ])
  // A token is for a remote server, so the command must not run locally.
  expect(await runCliCommandForExitCode('application', 'list', '--token-file', file)).toBe(1)
  expect(said.splice(0).join('\n')).toContain('--server ""')
})

test('a token is sent only to the given server over a secure connection, and never on a redirect', async () => {
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
  // Redirects are not followed.
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

test('a missing, refused or unreadable token is reported', async () => {
  const { server, run } = await open('over the network', ['figures.read'])
  expect(await run('keys', 'rotate')).toEqual([2, expect.stringContaining('works only on the server machine')])
  expect(await run('audit', 'export', join(createTemporaryTestFolder(), 'file'))).toEqual([
    1,
    expect.stringContaining('(permission.denied)'),
  ])
  vi.stubEnv('COUNTERSIGN_TOKEN', 'cst_nothing')
  expect(await run('application', 'list')).toEqual([1, expect.stringContaining('(api_token.invalid)')])
  vi.stubEnv('COUNTERSIGN_TOKEN', '')
  expect(await run('application', 'list')).toEqual([1, expect.stringContaining('COUNTERSIGN_TOKEN')])
  expect(
    await runCliCommandForExitCode('application', 'list', '--server', server, '--token-file', '/nowhere/token'),
  ).toBe(1)
  expect(said.splice(0)).toEqual(['error: The file /nowhere/token cannot be read.'])
})

test('N11: no request to a listening server can impersonate the local operator', async () => {
  const database = await openTestDatabase('sqlite')
  const { settings, report: settingReports } = parseServerSettings(
    { COUNTERSIGN_ORIGIN: 'https://sign-in.example' },
    { port: 3000, chainIds: [1] },
  )
  // Even code that constructs the server cannot inject a caller.
  const smuggled: ServerAppDependencies & { caller: unknown } = {
    settings,
    settingReports,
    database,
    clock: Date.now,
    monotonic: Date.now,
    random: systemRandomBytes,
    chains: new Map(),
    metrics: createMetricsRegistry(),
    serverKey: testServerKey,
    spentChallengeMemory: createInMemorySpentChallengeReplayLog(),
    webDistFolder: null,
    logStream: { write: () => {} },
    caller: cliOperatorCaller,
  }
  const { http } = await createServerApp(smuggled)
  onTestFinished(() => http.close())
  const operator = JSON.stringify(cliOperatorCaller)
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
  const payload = { definition: { id: 'taken', name: 'Taken', kind: 'device' }, caller: cliOperatorCaller }
  const own = { origin: 'https://sign-in.example' }
  const { statusCode } = await http.inject({ method: 'POST', url: '/api/admin/applications', headers: own, payload })
  expect(statusCode).toBe(401)
  expect(await database.queries.selectFrom('applications').selectAll().execute()).toEqual([])
})

test('the local operator can do what a token cannot do remotely', async () => {
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
