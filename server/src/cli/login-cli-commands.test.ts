// Tests `countersign login` and `logout`, and the file that they keep.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import { describe, expect, test, vi } from 'vitest'
import { openBrowserWithRole } from '../testing/admin-role-test-steps.ts'
import { captureCommandOutput, runCliCommandForExitCode } from '../testing/cli-command-test-steps.ts'
import { createTemporaryTestFolder } from '../testing/cli-transport-test-steps.ts'
import { createTestServer } from '../testing/countersign-test-server.ts'
import type { TestBrowser, TestServer } from '../testing/countersign-test-server.ts'
import { answerTestLogin } from '../testing/login-request-test-steps.ts'
import { AdminApiError } from './cli-admin-api-client.ts'
import { logIn, logOut, toMachineName } from './login-cli-commands.ts'
import type { LoginDependencies } from './login-cli-commands.ts'
import { findStoredLoginToken, getStoredLoginsPath, readStoredLogins, writeStoredLogins } from './stored-logins.ts'

const said = captureCommandOutput()
const server = 'https://sign-in.example'
const login = { token: 'cst_secret', expiresAt: '2026-01-15T12:00:00.000Z' }

/** Sends requests to a test server, whatever their address. */
const sendTo =
  (app: TestServer): LoginDependencies['send'] =>
  async (_origin, { method, path, body, headers }) => {
    const response = await app.http.inject({
      method: method as 'GET',
      url: path,
      headers: { ...headers, ...(body !== null && { 'content-type': 'application/json' }) },
      ...(body !== null && { payload: body }),
    })
    return new Response(response.statusCode === 204 ? null : response.body, { status: response.statusCode })
  }

async function openLogin(answer: (browser: TestBrowser, userCode: string) => Promise<unknown>) {
  const app = await createTestServer()
  const { browser } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'administrator')
  const instructions: string[] = []
  const path = join(createTemporaryTestFolder(), 'config/countersign/logins.json')
  let polls = 0
  const dependencies: LoginDependencies = {
    send: sendTo(app),
    wait: async () => {
      polls += 1
      if (polls === 2) await answer(browser, /code (\S+)\./.exec(instructions[1] ?? '')?.[1] ?? '')
    },
    path,
    machine: 'laptop',
    instruct: (line) => instructions.push(line),
  }
  return { app, browser, instructions, path, dependencies }
}

const approve = async (browser: TestBrowser, userCode: string): Promise<void> => {
  await answerTestLogin(browser, { userCode })
}

describe('countersign login and logout', () => {
  test('login waits for approval and keeps the token in a private file; logout revokes and deletes it', async () => {
    const { app, instructions, path, dependencies } = await openLogin(approve)
    const expiresAt = new Date(app.clock.now + 43_200_000).toISOString()
    expect(await logIn(server, dependencies)).toMatchObject({ json: { server, expiresAt } })
    expect(instructions).toEqual([
      expect.stringMatching(/^Open https:\/\/sign-in\.example\/device\?user_code=[B-Z]{4}-[B-Z]{3}\d$/),
      expect.stringMatching(/^The page must show the code [B-Z]{4}-[B-Z]{3}\d\. Approve it only then\.$/),
    ])
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
    expect(readdirSync(dirname(path))).toEqual(['logins.json'])
    const { token } = readStoredLogins(path)[server] ?? { token: '' }
    const list = async () =>
      (
        await app.http.inject({
          method: 'GET',
          url: '/api/admin/applications',
          headers: { authorization: `Bearer ${token}` },
        })
      ).statusCode
    expect(await list()).toBe(200)
    expect(await logOut(server, dependencies)).toMatchObject({ json: { servers: [server] }, exitCode: 0 })
    expect(await list()).toBe(401)
    expect(existsSync(path)).toBe(false)
  })

  test('a denied or expired login saves nothing', async () => {
    const denied = await openLogin((browser, userCode) => answerTestLogin(browser, { userCode }, 'deny'))
    expect(await logIn(server, denied.dependencies)).toBe(1)
    expect(said.splice(0).join('\n')).toContain('denied in the browser')
    const expired = await openLogin(async () => void (expired.app.clock.now += 600_000))
    await expect(logIn(server, expired.dependencies)).rejects.toThrow('The code has expired')
    for (const { path } of [denied, expired]) expect(existsSync(path)).toBe(false)
  })

  test('login continues after a failed connection, and gives up when the server stays unreachable', async () => {
    const { dependencies } = await openLogin(approve)
    const down = (times: number): LoginDependencies['send'] => {
      let failures = 0
      return (origin, request) => {
        if (request.method === 'GET' && ++failures <= times)
          throw new AdminApiError(`${origin} cannot be reached: connect ECONNREFUSED.`)
        return dependencies.send(origin, request)
      }
    }
    expect(await logIn(server, { ...dependencies, send: down(1) })).toMatchObject({ json: { server } })
    await expect(logIn(server, { ...dependencies, send: down(Infinity) })).rejects.toThrow('cannot be reached')
  })

  test('login reports a server with another address, and one that is not Countersign', async () => {
    const { dependencies } = await openLogin(approve)
    await expect(logIn('https://other.example', dependencies)).rejects.toThrow('has another public address')
    for (const [status, body] of [
      [404, '<html>'],
      [200, '<html>'],
      [200, '{}'],
      [200, 'null'],
      [500, '[]'],
    ] as const) {
      const page: LoginDependencies['send'] = async () => new Response(body, { status })
      await expect(logIn(server, { ...dependencies, send: page })).rejects.toThrow('does not seem to be')
    }
  })

  test('a connection that ends within a response does not end the login', async () => {
    const { dependencies } = await openLogin(approve)
    let polls = 0
    const send: LoginDependencies['send'] = async (origin, request) => {
      if (request.method !== 'GET' || ++polls > 1) return dependencies.send(origin, request)
      return new Response(new ReadableStream({ start: (body) => body.error(new TypeError('terminated')) }))
    }
    expect(await logIn(server, { ...dependencies, send })).toMatchObject({ json: { server } })
  })

  test('N23: a server cannot make the person approve a login at another server', async () => {
    const { dependencies, instructions, path } = await openLogin(approve)
    const send: LoginDependencies['send'] = async (origin, request) => {
      const answer = (await (await dependencies.send(origin, request)).json()) as object
      return new Response(JSON.stringify({ ...answer, link: 'https://bank.example/device?user_code=BCDF-GHJ2' }))
    }
    await expect(logIn(server, { ...dependencies, send })).rejects.toThrow('another server (https://bank.example')
    expect([instructions, existsSync(path)]).toEqual([[], false])
  })

  test('N24: a login that is replaced, or that cannot be saved, leaves no valid token at the server', async () => {
    const { app, dependencies, instructions, path } = await openLogin(approve)
    const listValid = async () =>
      (await app.database.queries.selectFrom('api_tokens').select('id').where('revoked_at', 'is', null).execute())
        .length
    await logIn(server, dependencies)
    const { browser } = await openBrowserWithRole(app, ethereumTestKeys.bob, 'owner')
    const again = async (to: string, whileWaiting = () => {}) => {
      instructions.length = 0
      const wait = async () => {
        await approve(browser, /code (\S+)\./.exec(instructions[1] ?? '')?.[1] ?? '')
        expect(await listValid()).toBe(2)
        whileWaiting()
      }
      return logIn(server, { ...dependencies, wait, path: to })
    }
    await again(path)
    expect(await listValid()).toBe(1)
    await expect(again(path, () => chmodSync(path, 0o644))).rejects.toThrow('Other users can access')
    expect(await listValid()).toBe(1)
    // The name of the temporary file is longer than file systems allow.
    await expect(again(join(dirname(path), 'x'.repeat(230)))).rejects.toThrow('cannot be saved')
    expect(await listValid()).toBe(1)
  })

  test('login and logout refuse addresses without encryption, and logout without a login', async () => {
    vi.stubEnv('XDG_CONFIG_HOME', createTemporaryTestFolder())
    for (const address of ['http://sign-in.example', 'sign-in.example', 'https://sign-in.example/path'])
      expect([await runCliCommandForExitCode('login', address), said.splice(0)]).toEqual([
        1,
        [expect.stringMatching(/^error: The address/)],
      ])
    expect([await runCliCommandForExitCode('logout'), said.splice(0)]).toEqual([1, ['error: You are not logged in.']])
    expect([await runCliCommandForExitCode('logout', server), said.splice(0)]).toEqual([
      1,
      [`error: You are not logged in at ${server}.`],
    ])
  })

  test('logout deletes the token even if the server cannot be reached, and says so', async () => {
    const path = join(createTemporaryTestFolder(), 'countersign/logins.json')
    writeStoredLogins(path, { [server]: login, 'https://two.example': login })
    const send: LoginDependencies['send'] = (origin) => {
      throw new AdminApiError(`${origin} cannot be reached.`)
    }
    expect(await logOut(server, { send, path })).toMatchObject({
      exitCode: 1,
      notes: [expect.stringContaining('remains valid')],
    })
    expect(Object.keys(readStoredLogins(path))).toEqual(['https://two.example'])
  })

  test('commands with --server use the login, and COUNTERSIGN_TOKEN and --token-file take precedence', async () => {
    const app = await createTestServer()
    app.clock.now = Date.now()
    const address = await app.http.listen({ host: '127.0.0.1', port: 0 })
    const { browser } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'auditor')
    const folder = createTemporaryTestFolder()
    vi.stubEnv('XDG_CONFIG_HOME', folder)
    vi.stubEnv('COUNTERSIGN_TOKEN', '')
    const list = async (...more: string[]) => [
      await runCliCommandForExitCode('application', 'list', '--json', '--server', address, ...more),
      said.splice(0).join('\n'),
    ]
    expect(await list()).toEqual([1, expect.stringContaining(`countersign login ${address}`)])
    const path = getStoredLoginsPath()
    let code = ''
    await logIn(server, {
      send: sendTo(app),
      wait: () => answerTestLogin(browser, { userCode: code }),
      path,
      machine: 'laptop',
      instruct: (line) => (code = /code (\S+)\./.exec(line)?.[1] ?? code),
    })
    const stored = readStoredLogins(path)[server] ?? login
    writeStoredLogins(path, { [address]: stored })
    expect(await list()).toEqual([0, expect.stringContaining('"applications": []')])
    const file = join(folder, 'token')
    writeFileSync(file, '\n')
    expect(await list('--token-file', file)).toEqual([1, `error: The file ${file} contains no token.`])
    writeFileSync(file, 'cst_wrong')
    expect(await list('--token-file', file)).toEqual([1, expect.stringContaining('api_token.invalid')])
    vi.stubEnv('COUNTERSIGN_TOKEN', 'cst_wrong')
    expect(await list()).toEqual([1, expect.stringContaining('api_token.invalid')])
    vi.stubEnv('COUNTERSIGN_TOKEN', '')
    writeStoredLogins(path, { [address]: { ...stored, token: 'cst_revoked' } })
    expect(await list()).toEqual([1, expect.stringContaining('was revoked, or you have lost your role')])
    writeStoredLogins(path, { [address]: { ...stored, expiresAt: '2020-01-01T00:00:00.000Z' } })
    expect(await list()).toEqual([1, expect.stringContaining('has expired')])
  })
})

describe('N24: the file of logins', () => {
  const createPath = () => join(createTemporaryTestFolder(), 'countersign/logins.json')

  test.each([0o644, 0o640, 0o620, 0o606])('N24: is refused if others can access it (mode %o)', (mode) => {
    const path = createPath()
    writeStoredLogins(path, { [server]: login })
    chmodSync(path, mode)
    expect(() => readStoredLogins(path)).toThrow('Other users can access')
    expect(() => findStoredLoginToken(server, 0, path)).toThrow(`mode ${mode.toString(8)}`)
  })

  test('N24: a token is used only for the exact origin that issued it', () => {
    const path = createPath()
    writeStoredLogins(path, { [server]: login })
    expect(findStoredLoginToken(server, 0, path)).toBe(login.token)
    for (const origin of ['https://sign-in.example.evil.example', 'https://sign-in.example:8443', '__proto__'])
      expect(findStoredLoginToken(origin, 0, path)).toBeNull()
  })

  test('N24: an existing folder loses the permissions of others', () => {
    const path = createPath()
    mkdirSync(dirname(path), { mode: 0o755 })
    writeStoredLogins(path, { [server]: login })
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
  })

  test('a folder in place of the file is reported', () => {
    const path = createPath()
    mkdirSync(path, { recursive: true, mode: 0o700 })
    expect(() => readStoredLogins(path)).toThrow(AdminApiError)
  })

  test.each(['', '{', '[]', '{"x":1}', '{"https://a.example":{"token":1,"expiresAt":""}}', '{"a":1,"a":2}'])(
    'a damaged file is reported and kept: %s',
    (text) => {
      const path = createPath()
      writeStoredLogins(path, { [server]: login })
      writeFileSync(path, text)
      expect(() => readStoredLogins(path)).toThrow('is damaged')
      expect(readFileSync(path, 'utf8')).toBe(text)
    },
  )

  test('is in the configuration folder of the user', () => {
    const home = '/home/ada'
    const path = (platform: NodeJS.Platform, environment: Record<string, string>) =>
      getStoredLoginsPath({ platform, home, environment })
    expect(path('linux', {})).toBe('/home/ada/.config/countersign/logins.json')
    expect(path('darwin', { XDG_CONFIG_HOME: '/etc/ada' })).toBe('/etc/ada/countersign/logins.json')
    expect(path('linux', { XDG_CONFIG_HOME: 'relative' })).toBe('/home/ada/.config/countersign/logins.json')
    expect(path('win32', { APPDATA: '/appdata', XDG_CONFIG_HOME: '/x' })).toBe('/appdata/countersign/logins.json')
  })
})

test('the name of the computer is reduced to what the server accepts', () => {
  expect(toMachineName("Ada's Läptop.local")).toBe('Ada-s-L-ptop.local')
  expect(toMachineName('')).toBe('unknown')
  expect(toMachineName('x'.repeat(100))).toHaveLength(64)
})
