import { request as sendRequest } from 'node:http'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createFakeIssuer, fakeIssuerOrigin } from '../testing/fake-issuer.ts'
import type { FakeIssuer } from '../testing/fake-issuer.ts'
import { replyWithTokens } from '../testing/fake-site.ts'
import { chooseTerminalFlow } from './choose-terminal-flow.ts'
import { renewTerminalSignIn } from './renew-terminal-sign-in.ts'
import { signInFromTerminal } from './sign-in-from-terminal.ts'

const createOptions = ({ fetch, now }: FakeIssuer, lines: string[] = []) => ({
  issuer: fakeIssuerOrigin,
  clientId: 'shop',
  fetch,
  now,
  print: (line: string) => void lines.push(line),
})

/** @returns the status; `host` is the header Host */
const sendTo = (
  address: string | URL,
  { host, method = 'GET' }: { host?: string; method?: string } = {},
): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = host === undefined ? {} : { host }
    const request = sendRequest(address, { method, headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    request.once('error', reject).end()
  })

function createCallback(issuer: FakeIssuer, authorization: URL, parameters: Record<string, string> = {}): URL {
  const { searchParams } = authorization
  issuer.userinfo = { sub: 'alice', name: 'Alice' }
  issuer.replyToTokenRequest = () => replyWithTokens({ issuer }, { sub: 'alice', nonce: searchParams.get('nonce') })
  const callback = new URL(searchParams.get('redirect_uri') ?? '')
  const state = searchParams.get('state') ?? ''
  callback.search = new URLSearchParams({ code: 'code', state, iss: fakeIssuerOrigin, ...parameters }).toString()
  return callback
}

describe('loopback', () => {
  test('signs in with PKCE, state and nonce, through a port that the system chooses', async () => {
    const issuer = await createFakeIssuer()
    const lines: string[] = []
    let authorization = new URL(fakeIssuerOrigin)
    const result = await signInFromTerminal({
      ...createOptions(issuer, lines),
      flow: 'loopback',
      open: async (address) => {
        authorization = new URL(address)
        expect(await sendTo(createCallback(issuer, authorization))).toBe(200)
      },
    })
    expect(result).toMatchObject({
      user: { sub: 'alice', name: 'Alice', clientId: 'shop' },
      accessToken: expect.stringContaining('access-'),
      refreshToken: expect.stringContaining('refresh-'),
      expiresAt: issuer.now() + 300_000,
    })
    expect(authorization.searchParams.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
    expect(authorization.searchParams.get('code_challenge_method')).toBe('S256')
    expect(lines.join('\n')).toContain(authorization.href)
  })

  test('O37: ignores requests of other pages: another state, path, method or host', async () => {
    const issuer = await createFakeIssuer()
    const statuses: number[] = []
    const result = await signInFromTerminal({
      ...createOptions(issuer),
      flow: 'loopback',
      open: async (address) => {
        const authorization = new URL(address)
        const callback = createCallback(issuer, authorization)
        statuses.push(await sendTo(createCallback(issuer, authorization, { state: 'other' })))
        statuses.push(await sendTo(new URL('/other', callback)))
        statuses.push(await sendTo(callback, { method: 'POST' }))
        // DNS rebinding: the page of evil.example reaches 127.0.0.1 under its own name.
        statuses.push(await sendTo(callback, { host: 'evil.example' }))
        statuses.push(await sendTo(callback))
      },
    })
    expect(statuses).toEqual([400, 404, 404, 421, 200])
    expect(result.user.sub).toBe('alice')
  })

  test('O37: completes although another program keeps a connection open, as browsers do in advance', async () => {
    const issuer = await createFakeIssuer()
    let idle: Socket | undefined
    const { user } = await signInFromTerminal({
      ...createOptions(issuer),
      flow: 'loopback',
      open: async (address) => {
        const callback = createCallback(issuer, new URL(address))
        idle = connect(Number(callback.port), '127.0.0.1')
        await new Promise((resolve) => idle?.once('connect', resolve))
        expect(await sendTo(callback)).toBe(200)
      },
    })
    expect(user.sub).toBe('alice')
    idle?.destroy()
  })

  test.each([
    [{ iss: 'https://evil.example' }, /invalid response/i],
    [{ error: 'access_denied' }, /authorization response/i],
  ])('O37: refuses the response %j', async (parameters, text) => {
    const issuer = await createFakeIssuer()
    const signingIn = signInFromTerminal({
      ...createOptions(issuer),
      flow: 'loopback',
      open: async (address) => void (await sendTo(createCallback(issuer, new URL(address), parameters))),
    })
    await expect(signingIn).rejects.toThrow(text)
  })

  test('stops waiting when the signal aborts', async () => {
    const issuer = await createFakeIssuer()
    const controller = new AbortController()
    const signingIn = signInFromTerminal({
      ...createOptions(issuer),
      flow: 'loopback',
      signal: controller.signal,
      open: () => controller.abort(new Error('interrupted')),
    })
    await expect(signingIn).rejects.toThrow('interrupted')
  })
})

describe('device flow', () => {
  test('prints the address and the code, and polls until the person allows it', async () => {
    const issuer = await createFakeIssuer()
    const lines: string[] = []
    issuer.userinfo = { sub: 'alice', name: 'Alice' }
    let polls = 0
    issuer.replyToTokenRequest = () => {
      polls += 1
      return polls < 3 ? { error: 'authorization_pending' } : replyWithTokens({ issuer }, { sub: 'alice' })
    }
    const { user } = await signInFromTerminal({ ...createOptions(issuer, lines), flow: 'device' })
    expect(user.name).toBe('Alice')
    expect(polls).toBe(3)
    expect(lines[0]).toBe(`To sign in, open ${fakeIssuerOrigin}/device in any browser and enter the code BCDF-GHJK`)
  })

  test.each(['access_denied', 'expired_token'])('reports %s with its code', async (error) => {
    const issuer = await createFakeIssuer()
    issuer.replyToTokenRequest = () => ({ error })
    await expect(signInFromTerminal({ ...createOptions(issuer), flow: 'device' })).rejects.toMatchObject({ error })
  })
})

test('a client that the server refuses is reported with the code invalid_client and what to check', async () => {
  const issuer = await createFakeIssuer()
  issuer.replyToTokenRequest = () => ({ error: 'invalid_client' })
  const signingIn = signInFromTerminal({ ...createOptions(issuer), flow: 'device' })
  await expect(signingIn).rejects.toMatchObject({
    error: 'invalid_client',
    message: expect.stringMatching(/COUNTERSIGN_CLIENT_ID.*npx countersign application problems shop$/),
  })
})

describe('renewal', () => {
  async function signInOnDevice() {
    const issuer = await createFakeIssuer()
    const options = { ...createOptions(issuer), flow: 'device' as const }
    issuer.userinfo = { sub: 'alice', name: 'Alice' }
    const used: (string | null)[] = []
    issuer.replyToTokenRequest = ({ parameters }) => {
      used.push(parameters.get('refresh_token'))
      return replyWithTokens({ issuer }, { sub: 'alice' })
    }
    return { issuer, options, used, signIn: await signInFromTerminal(options) }
  }

  test('returns the same sign-in until shortly before it expires, and then new tokens', async () => {
    const { issuer, options, used, signIn } = await signInOnDevice()
    const kept = JSON.parse(JSON.stringify(signIn)) as typeof signIn
    expect(await renewTerminalSignIn(kept, options)).toBe(kept)
    issuer.pass(250_000)
    issuer.userinfo = { sub: 'alice', name: 'Alice Liddell' }
    const renewed = await renewTerminalSignIn(kept, options)
    expect(used).toEqual([null, kept.refreshToken])
    expect(renewed.accessToken).not.toBe(kept.accessToken)
    expect(renewed.refreshToken).not.toBe(kept.refreshToken)
    expect(renewed).toMatchObject({ user: { sub: 'alice', name: 'Alice Liddell' }, expiresAt: issuer.now() + 300_000 })
  })

  test('keeps the new tokens if the userinfo endpoint fails or names another person', async () => {
    for (const userinfo of [null, { sub: 'bob', name: 'Bob' }]) {
      const { issuer, options, signIn } = await signInOnDevice()
      issuer.pass(250_000)
      issuer.userinfo = userinfo
      const renewed = await renewTerminalSignIn(signIn, options)
      expect(renewed.user).toEqual(signIn.user)
      expect(renewed.refreshToken).not.toBe(signIn.refreshToken)
    }
  })

  test('O37: refuses the tokens of another person, and reports an ended sign-in', async () => {
    const { issuer, options, signIn } = await signInOnDevice()
    issuer.pass(250_000)
    issuer.replyToTokenRequest = () => replyWithTokens({ issuer }, { sub: 'bob' })
    await expect(renewTerminalSignIn(signIn, options)).rejects.toThrow('another person')
    issuer.replyToTokenRequest = () => ({ error: 'invalid_grant' })
    await expect(renewTerminalSignIn(signIn, options)).rejects.toMatchObject({ error: 'invalid_grant' })
    issuer.replyToTokenRequest = () => ({ error: 'invalid_client' })
    await expect(renewTerminalSignIn(signIn, options)).rejects.toMatchObject({ error: 'invalid_client' })
    await expect(renewTerminalSignIn({ ...signIn, refreshToken: null }, options)).rejects.toThrow('offline_access')
  })
})

test.each([
  ['linux', { DISPLAY: ':0' }, 'loopback'],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, 'loopback'],
  ['linux', {}, 'device'],
  ['linux', { DISPLAY: ':0', SSH_CONNECTION: '192.0.2.1 22' }, 'device'],
  ['darwin', {}, 'loopback'],
  ['darwin', { SSH_TTY: '/dev/ttys001' }, 'device'],
  ['win32', {}, 'loopback'],
])('on %s with %j, the automatic flow is %s', (platform, variables, flow) => {
  expect(chooseTerminalFlow({ platform, variables })).toBe(flow)
})
