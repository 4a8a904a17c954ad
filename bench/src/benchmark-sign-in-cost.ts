// Each server runs in its own process; the client's CPU time is not counted.
import { formatSignInMessage } from '@countersign/message'
import { createEthereumTestKey, signEthereumMessage } from '@countersign/testing/ethereum-test-keys'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from './measure-function-call-times.ts'
import { formatMegabytes, formatMicroseconds, createServerBenchmarkRow } from './format-benchmark-table.ts'
import type { BenchmarkComparisonRow } from './format-benchmark-table.ts'
import {
  countersignServerEntryPath,
  getBenchmarkServerPath,
  startBenchmarkServer,
  measureServerTaskTimes,
  defaultServerBenchmarkRoundOptions,
} from './measure-server-task-times.ts'
import type { BenchmarkServerProgram, ServerBenchmarkTask } from './measure-server-task-times.ts'

export interface BenchmarkedSignInServer extends BenchmarkServerProgram {
  /** `site` is the public origin if `origin` is not. Resolves to the response with the cookie. */
  signIn: (origin: string, wallet: number, site?: string) => Promise<Response>
}

const keys = Array.from({ length: 50 }, (_, index) => createEthereumTestKey(index + 1))

export const benchmarkedSignInServers: readonly [BenchmarkedSignInServer, BenchmarkedSignInServer] = [
  {
    name: 'Countersign',
    program: countersignServerEntryPath,
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
    signIn: async (origin, wallet, site = origin) => {
      const key = keys[wallet % keys.length] as (typeof keys)[number]
      const asked = await postJson(`${origin}/api/challenges`, site, { purpose: 'sign-in' })
      const { message: issued, chainIds } = (await asked.json()) as {
        message: Parameters<typeof formatSignInMessage>[0]
        chainIds: string[]
      }
      const message = formatSignInMessage({ ...issued, address: key.address, chainId: chainIds[0] ?? '1' })
      return postJson(
        `${origin}/api/sign-in`,
        site,
        { message, signature: signEthereumMessage(key, message) },
        buildCookieHeader(asked),
      )
    },
  },
  {
    name: 'better-auth',
    program: getBenchmarkServerPath('better-auth-benchmark-server.ts'),
    port: 4392,
    environment: (port, file) => ({ BENCH_PORT: String(port), BENCH_DATABASE: file, BETTER_AUTH_TELEMETRY: '0' }),
    readyPath: '/api/auth/ok',
    signIn: async (origin, wallet) => {
      const key = keys[wallet % keys.length] as (typeof keys)[number]
      const asked = await postJson(`${origin}/api/auth/siwe/nonce`, origin, {})
      const { nonce } = (await asked.json()) as { nonce: string }
      const now = Date.now()
      const message = formatSignInMessage({
        domain: new URL(origin).host,
        address: key.address,
        statement: 'Sign in. This is free and moves no funds.',
        uri: `${origin}/sign-in`,
        version: '1',
        chainId: '1',
        nonce,
        issuedAt: new Date(now).toISOString(),
        expirationTime: new Date(now + 300_000).toISOString(),
      })
      return postJson(
        `${origin}/api/auth/siwe/verify`,
        origin,
        { message, signature: signEthereumMessage(key, message) },
        buildCookieHeader(asked),
      )
    },
  },
]

const alternative = 'better-auth 1.7.25, siwe plugin, same SQLite settings'

export async function benchmarkSignInCost(): Promise<BenchmarkComparisonRow[]> {
  const starts = await measureStarts()
  const servers = [
    await startBenchmarkServer(benchmarkedSignInServers[0]),
    await startBenchmarkServer(benchmarkedSignInServers[1]),
  ] as const
  try {
    const rest = [await servers[0].collect(), await servers[1].collect()] as const
    const [ours, theirs] = servers.map((server, index) => ({
      server,
      work: (piece: number) =>
        (benchmarkedSignInServers[index] as BenchmarkedSignInServer).signIn(server.origin, piece),
    })) as [ServerBenchmarkTask, ServerBenchmarkTask]
    const signIns = await measureServerTaskTimes([ours, theirs] as const, defaultServerBenchmarkRoundOptions)
    const challenges = await measureServerTaskTimes(
      [
        {
          server: servers[0],
          work: () =>
            postJson(`${servers[0].origin}/api/challenges`, servers[0].origin, { purpose: 'sign-in' }).then(drain),
        },
        {
          server: servers[1],
          work: () => postJson(`${servers[1].origin}/api/auth/siwe/nonce`, servers[1].origin, {}).then(drain),
        },
      ] as const,
      manyRoundOptions,
    )
    const cookie = buildCookieHeader(await benchmarkedSignInServers[0].signIn(servers[0].origin, 0))
    const sessions = await measureServerTaskTimes(
      [
        { server: servers[0], work: () => get(`${servers[0].origin}/api/session`, cookie) },
        { server: servers[0], work: () => get(`${servers[0].origin}/health/live`, cookie) },
      ] as const,
      manyRoundOptions,
    )
    return [
      createServerBenchmarkRow('complete sign-in over HTTP, durable', alternative, ...signIns),
      createServerBenchmarkRow('challenge', `${alternative}: a nonce`, ...challenges),
      createServerBenchmarkRow('session check', 'the same server, an endpoint that does nothing', ...sessions),
      ...starts,
      {
        what: 'memory when idle',
        alternative,
        ours: formatMegabytes(rest[0].residentBytes),
        theirs: formatMegabytes(rest[1].residentBytes),
        ratio: rest[1].residentBytes / rest[0].residentBytes,
      },
    ]
  } finally {
    for (const server of servers) await server.stop()
  }
}

const manyRoundOptions = { ...defaultServerBenchmarkRoundOptions, pieces: 200, warmUp: 3000 }

const startRounds = 7

/** Start-up times on a new and on an existing database, and memory after the first start. */
async function measureStarts(): Promise<BenchmarkComparisonRow[]> {
  const first = benchmarkedSignInServers.map((): { ms: number; bytes: number }[] => [])
  const later = benchmarkedSignInServers.map((): number[] => [])
  for (let round = -1; round < startRounds; round++) {
    for (const [index, contestant] of benchmarkedSignInServers.entries()) {
      const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'))
      const start = async (): Promise<{ ms: number; bytes: number }> => {
        const startedAt = performance.now()
        const server = await startBenchmarkServer(contestant, join(folder, 'bench.db'))
        const ms = performance.now() - startedAt
        const { residentBytes: bytes } = await server.usage()
        await server.stop()
        return { ms, bytes }
      }
      const [newly, again] = [await start(), await start()]
      if (round >= 0) {
        first[index]?.push(newly)
        later[index]?.push(again.ms)
      }
      rmSync(folder, { recursive: true, force: true })
    }
  }
  const row = (
    what: string,
    figures: readonly number[][],
    write: (figure: number) => string,
  ): BenchmarkComparisonRow => {
    const [ours = Number.NaN, theirs = Number.NaN] = figures.map(median)
    return { what, alternative, ours: write(ours), theirs: write(theirs), ratio: theirs / ours }
  }
  const milliseconds = (figure: number): string => formatMicroseconds(figure * 1000)
  return [
    row('start until the first response', later, milliseconds),
    row(
      'first start, without a database',
      first.map((starts) => starts.map(({ ms }) => ms)),
      milliseconds,
    ),
    row(
      'memory right after the first start',
      first.map((starts) => starts.map(({ bytes }) => bytes)),
      formatMegabytes,
    ),
  ]
}

const drain = async (response: Response): Promise<void> => void (await response.arrayBuffer())

async function get(url: string, cookie: string): Promise<void> {
  const response = await fetch(url.replace('localhost', '127.0.0.1'), { headers: { cookie } })
  if (!response.ok) throw new Error(`${url} returned ${response.status}`)
  await drain(response)
}

export async function postJson(url: string, origin: string, body: object, cookie = ''): Promise<Response> {
  const address = url.replace('localhost', '127.0.0.1')
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url} returned ${response.status}: ${await response.text()}`)
  return response
}

export const buildCookieHeader = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
