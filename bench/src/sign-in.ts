// The whole sign-in over HTTP: ask for a challenge, sign it, send it back, until the session is on disk. Both servers run
// in processes of their own; the client signs, and its own time is not counted as theirs. Also how long each takes to start
// and what it holds in memory.
import { formatMessage } from '@countersign/message'
import { createTestKey, signMessage } from '@countersign/testing/test-keys'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from './measure.ts'
import { megabytes, microseconds } from './table.ts'
import type { Row } from './table.ts'
import { runWork, startServer } from './running-server.ts'
import type { ServerProgram, WorkCost } from './running-server.ts'

export interface Contestant extends ServerProgram {
  /** One whole sign-in of the wallet with this number. */
  signIn: (origin: string, wallet: number) => Promise<void>
}

const keys = Array.from({ length: 50 }, (_, index) => createTestKey(index + 1))

/** Countersign and better-auth, each with how a plain key signs in to it. */
export const contestants: readonly [Contestant, Contestant] = [
  {
    name: 'Countersign',
    program: 'countersign.ts',
    port: 4391,
    environment: (port, file) => ({
      COUNTERSIGN_PORT: String(port),
      COUNTERSIGN_DATABASE: `sqlite:${file}`,
      COUNTERSIGN_LOG_LEVEL: 'warn',
      COUNTERSIGN_CHALLENGES_PER_NETWORK_PER_MINUTE: '1000000',
      COUNTERSIGN_CHALLENGES_PER_MINUTE: '1000000',
      COUNTERSIGN_SIGN_INS_PER_NETWORK_PER_MINUTE: '1000000',
      COUNTERSIGN_SIGN_INS_PER_WALLET_PER_MINUTE: '1000000',
      COUNTERSIGN_SIGN_INS_PER_MINUTE: '1000000',
    }),
    readyPath: '/health/ready',
    signIn: async (origin, wallet) => {
      const key = keys[wallet % keys.length] as (typeof keys)[number]
      const asked = await post(`${origin}/api/challenges`, origin, { purpose: 'sign-in' })
      const { message: issued, chainIds } = (await asked.json()) as { message: Parameters<typeof formatMessage>[0]; chainIds: string[] }
      const message = formatMessage({ ...issued, address: key.address, chainId: chainIds[0] ?? '1' })
      await post(`${origin}/api/sign-in`, origin, { message, signature: signMessage(key, message) }, cookieOf(asked))
    },
  },
  {
    name: 'better-auth',
    program: 'better-auth.ts',
    port: 4392,
    environment: (port, file) => ({ BENCH_PORT: String(port), BENCH_DATABASE: file, BETTER_AUTH_TELEMETRY: '0' }),
    readyPath: '/api/auth/ok',
    signIn: async (origin, wallet) => {
      const key = keys[wallet % keys.length] as (typeof keys)[number]
      const asked = await post(`${origin}/api/auth/siwe/nonce`, origin, {})
      const { nonce } = (await asked.json()) as { nonce: string }
      const now = Date.now()
      const message = formatMessage({
        domain: new URL(origin).host,
        address: key.address,
        statement: 'Sign in. This costs nothing and moves nothing.',
        uri: `${origin}/sign-in`,
        version: '1',
        chainId: '1',
        nonce,
        issuedAt: new Date(now).toISOString(),
        expirationTime: new Date(now + 300_000).toISOString(),
      })
      await post(`${origin}/api/auth/siwe/verify`, origin, { message, signature: signMessage(key, message) }, cookieOf(asked))
    },
  },
]

const rounds = 5
const signInsPerRound = 150
const parallel = 4

export async function compareSignIns(): Promise<Row[]> {
  const starts = await measureStarts()
  const running = [await startServer(contestants[0]), await startServer(contestants[1])] as const
  const costs: WorkCost[][] = [[], []]
  const rest = [await running[0].usage(), await running[1].usage()] as const
  try {
    for (let round = -1; round < rounds; round++) {
      for (const [index, server] of running.entries()) {
        const { signIn } = contestants[index] as Contestant
        const cost = await runWork(server, { pieces: signInsPerRound, parallel }, (wallet) => signIn(server.origin, wallet))
        if (round >= 0) costs[index]?.push(cost)
      }
    }
  } finally {
    for (const server of running) await server.stop()
  }
  const [ours, theirs] = costs.map((rows) => ({ wall: median(rows.map(({ wall }) => wall)), cpu: median(rows.map(({ cpu }) => cpu)) })) as [WorkCost, WorkCost]
  const alternative = 'better-auth 1.7.25, siwe plugin, same SQLite settings'
  return [
    {
      what: 'whole sign-in over HTTP, durable',
      alternative,
      ours: `${microseconds(ours.wall)}, ${microseconds(ours.cpu)} CPU`,
      theirs: `${microseconds(theirs.wall)}, ${microseconds(theirs.cpu)} CPU`,
      ratio: theirs.wall / ours.wall,
      cpuRatio: theirs.cpu / ours.cpu,
    },
    {
      what: 'start until it answers',
      alternative,
      ours: microseconds(starts[0] * 1000),
      theirs: microseconds(starts[1] * 1000),
      ratio: starts[1] / starts[0],
    },
    {
      what: 'memory at rest',
      alternative,
      ours: megabytes(rest[0].residentBytes),
      theirs: megabytes(rest[1].residentBytes),
      ratio: rest[1].residentBytes / rest[0].residentBytes,
    },
  ]
}

const startRounds = 5

/** Milliseconds from the start of the process until it answers, on a database that is there already; medians. */
async function measureStarts(): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []]
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'))
  for (let round = -1; round < startRounds; round++) {
    for (const index of [0, 1] as const) {
      const begin = performance.now()
      const server = await startServer(contestants[index], join(folder, `${index}.db`))
      if (round >= 0) times[index].push(performance.now() - begin)
      await server.stop()
    }
  }
  rmSync(folder, { recursive: true, force: true })
  return [median(times[0]), median(times[1])]
}

export async function post(url: string, origin: string, body: object, cookie = ''): Promise<Response> {
  const address = url.replace('localhost', '127.0.0.1')
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return response
}

export const cookieOf = (response: Response): string => response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]).join('; ')
