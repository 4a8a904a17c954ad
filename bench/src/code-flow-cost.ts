// What an application's sign-in costs: the whole code flow with consent remembered, a refresh, and an introspection, with
// everything on disk; beside the same provider with the in-memory storage that it brings and nothing kept at all.
import { formatMessage } from '@countersign/message'
import { createTestKey, signEthereumMessage } from '@countersign/testing/test-keys'
import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  countersignEntryPath,
  alternativeServerPath,
  startServer,
  measureServersInTurns,
  defaultRoundOptions,
} from './running-server.ts'
import type { RunningServer, ServerProgram, ServerWork, WorkCosts } from './running-server.ts'
import { createWorkRow } from './format-results-table.ts'
import type { ComparisonRow } from './format-results-table.ts'

const secret = randomBytes(32).toString('hex')
const verifier = randomBytes(32).toString('base64url')
const redirectUri = 'https://app.example/callback'
const keys = Array.from({ length: 20 }, (_, index) => createTestKey(index + 1))

const relaxedLimits = [
  'CHALLENGES_PER_NETWORK_PER_MINUTE',
  'CHALLENGES_PER_MINUTE',
  'SIGN_INS_PER_NETWORK_PER_MINUTE',
  'SIGN_INS_PER_WALLET_PER_MINUTE',
  'SIGN_INS_PER_MINUTE',
  'REQUESTS_OF_APPLICATIONS_PER_NETWORK_PER_MINUTE',
  'REQUESTS_OF_APPLICATIONS_PER_MINUTE',
]

const countersign: ServerProgram = {
  name: 'Countersign',
  program: countersignEntryPath,
  port: 4393,
  environment: (port, file) => ({
    COUNTERSIGN_PORT: String(port),
    COUNTERSIGN_DATABASE: `sqlite:${file}`,
    COUNTERSIGN_LOG_LEVEL: 'warn',
    ...Object.fromEntries(relaxedLimits.map((name) => [`COUNTERSIGN_${name}`, '1000000'])),
  }),
  readyPath: '/health/ready',
}

/** The same, but for where codes and tokens are kept. */
const halfInMemory: ServerProgram = {
  ...countersign,
  name: 'Countersign with tokens in memory',
  program: alternativeServerPath('countersign-in-memory.ts'),
  port: 4395,
}

const inMemory: ServerProgram = {
  name: 'oidc-provider in memory',
  program: alternativeServerPath('oidc-provider-in-memory.ts'),
  port: 4394,
  environment: (port) => ({ BENCH_PORT: String(port), BENCH_SECRET: secret }),
  readyPath: '/ready',
}

/** A browser and the application behind it, without a network library's own cost in the server's figures. */
class Visitor {
  readonly #server: RunningServer
  readonly #cookies = new Map<string, string>()

  constructor(server: RunningServer) {
    this.#server = server
  }

  async send(
    path: string,
    { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ): Promise<Response> {
    const response = await fetch(this.#server.origin.replace('localhost', '127.0.0.1') + path, {
      method,
      redirect: 'manual',
      headers: {
        host: new URL(this.#server.origin).host,
        ...(this.#cookies.size > 0 && {
          cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      this.#cookies.set(name, value)
    }
    return response
  }

  async json<Answer>(path: string, body: object): Promise<Answer> {
    const headers = { 'content-type': 'application/json', origin: this.#server.origin }
    return read<Answer>(await this.send(path, { method: 'POST', headers, body: JSON.stringify(body) }))
  }

  async form<Answer>(path: string, fields: Record<string, string>): Promise<Answer> {
    const authorization = `Basic ${Buffer.from(`bench:${secret}`).toString('base64')}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization }
    return read<Answer>(
      await this.send(path, { method: 'POST', headers, body: new URLSearchParams(fields).toString() }),
    )
  }
}

async function read<Answer>(response: Response): Promise<Answer> {
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text}`)
  return JSON.parse(text) as Answer
}

const pathOf = (response: Response): string => {
  const where = response.headers.get('location') ?? ''
  if (response.status !== 303 && response.status !== 302) throw new Error(`${response.url} answered ${response.status}`)
  return where.replace(/^http:\/\/localhost:\d+/, '')
}

/** Proves a wallet in the interaction that a server has begun, and answers where to go on. */
type Prove = (visitor: Visitor, where: string, key: (typeof keys)[number]) => Promise<string>

const proveAtCountersign: Prove = async (visitor, where, key) => {
  const interaction = new URLSearchParams(where.split('?')[1]).get('interaction') ?? ''
  const { message: issued, chainIds } = await visitor.json<{
    message: Parameters<typeof formatMessage>[0]
    chainIds: string[]
  }>('/api/challenges', { purpose: 'sign-in', interaction })
  const message = formatMessage({ ...issued, address: key.address, chainId: chainIds[0] ?? '1' })
  return (
    await visitor.json<{ next: string }>('/api/sign-in', {
      message,
      signature: signEthereumMessage(key, message),
      interaction,
    })
  ).next
}

const proveInMemory: Prove = async (visitor, where, key) => {
  const { nonce } = await visitor.json<{ nonce: string }>('/challenges', {})
  const message = formatMessage({
    domain: 'localhost:4394',
    address: key.address,
    uri: 'http://localhost:4394/sign-in',
    version: '1',
    chainId: '1',
    nonce,
    issuedAt: new Date().toISOString(),
  })
  return (await visitor.json<{ next: string }>(where, { message, signature: signEthereumMessage(key, message) })).next
}

/** Allows what is asked: at the first time, and where it is asked for again. */
async function allow(visitor: Visitor, where: string): Promise<string> {
  if (where.startsWith('/interaction/')) return (await visitor.json<{ next: string }>(where, {})).next
  const interaction = new URLSearchParams(where.split('?')[1]).get('interaction') ?? ''
  return (await visitor.json<{ next: string }>(`/api/interactions/${interaction}/consent`, { withheld: [] })).next
}

interface Tokens {
  access_token: string
  refresh_token?: string
}

/** One whole flow of a browser that was never here before. */
async function codeFlow(
  server: RunningServer,
  prove: Prove,
  piece: number,
  parameters: Record<string, string> = {},
): Promise<{ visitor: Visitor; tokens: Tokens }> {
  const visitor = new Visitor(server)
  const query = new URLSearchParams({
    client_id: 'bench',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid wallet',
    state: 'state',
    nonce: 'nonce',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...parameters,
  })
  let where = pathOf(await visitor.send(`/authorize?${query}`))
  where = pathOf(await visitor.send(await prove(visitor, where, keys[piece % keys.length] as (typeof keys)[number])))
  if (where.startsWith('/')) where = pathOf(await visitor.send(await allow(visitor, where)))
  const code = new URL(where).searchParams.get('code') ?? ''
  const tokens = await visitor.form<Tokens>('/token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  })
  await read(await visitor.send('/userinfo', { headers: { authorization: `Bearer ${tokens.access_token}` } }))
  return { visitor, tokens }
}

/** The programs beside each other, and what each proves a wallet by. */
const programs = [
  { name: 'ours', start: () => startWithApplication(countersign), prove: proveAtCountersign },
  {
    name: 'the same with codes and tokens in memory',
    start: () => startWithApplication(halfInMemory),
    prove: proveAtCountersign,
  },
  {
    name: 'oidc-provider 9.13.3 alone, in memory: nothing kept, limited or logged',
    start: () => startServer(inMemory),
    prove: proveInMemory,
  },
] as const

export async function compareCodeFlows(): Promise<ComparisonRow[]> {
  const servers: RunningServer[] = []
  try {
    for (const { start } of programs) servers.push(await start())
    const sides = programs.map(({ prove }, index) => createMeasuredSide(servers[index] as RunningServer, prove))
    // Everybody has allowed the application before: what is measured is coming back.
    for (const { enter } of sides) for (const piece of keys.keys()) await enter(piece)
    const works = [
      {
        what: 'sign-in to an application, consent remembered',
        turns: { ...defaultRoundOptions, warmUp: 300 },
        of: (side: MeasuredSide) => side.flow,
      },
      // One after another: each refresh token works once where it rotates.
      {
        what: 'refresh',
        turns: { ...defaultRoundOptions, parallel: 1, pieces: 100, warmUp: 600 },
        of: (side: MeasuredSide) => side.refresh,
      },
      {
        what: 'introspection',
        turns: { ...defaultRoundOptions, pieces: 150, warmUp: 1200 },
        of: (side: MeasuredSide) => side.introspection,
      },
    ]
    const rows: ComparisonRow[] = []
    for (const { what, turns, of } of works) {
      const [ours, ...others] = (await measureServersInTurns(sides.map(of), turns)) as [WorkCosts, ...WorkCosts[]]
      rows.push(
        ...others.map((other, place) =>
          createWorkRow(`${what}, durable`, programs[place + 1]?.name ?? '', ours, other),
        ),
      )
    }
    return rows
  } finally {
    for (const server of servers) await server.stop()
  }
}

interface MeasuredSide {
  enter: (piece: number) => Promise<unknown>
  flow: ServerWork
  refresh: ServerWork
  introspection: ServerWork
}

/** The three kinds of work at one server. */
function createMeasuredSide(server: RunningServer, prove: Prove): MeasuredSide {
  let held: Awaited<ReturnType<typeof codeFlow>>[] = []
  const enter = (piece: number) => codeFlow(server, prove, piece)
  // Access tokens are short-lived, and what holds them is made anew for each round.
  const prepare = async (): Promise<void> => {
    held = await Promise.all(
      [0, 1, 2, 3].map((piece) =>
        codeFlow(server, prove, piece, { scope: 'openid offline_access', prompt: 'consent' }),
      ),
    )
  }
  const holderOf = (piece: number) => held[piece % held.length] as (typeof held)[number]
  return {
    enter,
    flow: { server, work: enter },
    refresh: {
      server,
      prepare,
      work: async (piece) => {
        const holder = holderOf(piece)
        holder.tokens = await holder.visitor.form<Tokens>('/token', {
          grant_type: 'refresh_token',
          refresh_token: holder.tokens.refresh_token ?? '',
        })
      },
    },
    introspection: {
      server,
      prepare,
      work: async (piece) => {
        const { visitor, tokens } = holderOf(piece)
        const { active } = await visitor.form<{ active: boolean }>('/introspect', { token: tokens.access_token })
        if (!active) throw new Error('A token that was just issued is not active')
      },
    },
  }
}

/** A server with the application, added as an operator does. */
async function startWithApplication(program: ServerProgram): Promise<RunningServer> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'))
  const file = join(folder, 'bench.db')
  const definition = {
    id: 'bench',
    name: 'Bench',
    kind: 'web',
    idTokenAlgorithm: 'ES256',
    redirectUris: [redirectUri],
    secretEnvironment: 'BENCH_SECRET',
    // As the others do.
    rotateRefreshTokens: true,
  }
  writeFileSync(join(folder, 'applications.json'), JSON.stringify({ applications: [definition] }))
  const command = join(import.meta.dirname, '../../server/dist/countersign.js')
  const environment = { PATH: process.env['PATH'], BENCH_SECRET: secret, ...program.environment(program.port, file) }
  execFileSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', command, 'application', 'apply', join(folder, 'applications.json')],
    { env: environment, stdio: 'ignore' },
  )
  const server = await startServer(program, file)
  return {
    ...server,
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
