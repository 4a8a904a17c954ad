// Compares durable storage with the same provider on in-memory storage.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  countersignServerEntryPath,
  getBenchmarkServerPath,
  startBenchmarkServer,
  measureServerTaskTimes,
  defaultServerBenchmarkRoundOptions,
} from './measure-server-task-times.ts'
import type {
  RunningBenchmarkServer,
  BenchmarkServerProgram,
  ServerBenchmarkTask,
  ServerTaskTimes,
} from './measure-server-task-times.ts'
import { createServerBenchmarkRow } from './format-benchmark-table.ts'
import type { BenchmarkComparisonRow } from './format-benchmark-table.ts'
import { benchmarkOAuthClientSecret } from './fake-benchmark-browser.ts'
import {
  benchmarkRedirectUri,
  benchmarkWalletKeys,
  proveWalletToCountersignBenchmarkServer,
  proveWalletToOidcProviderBenchmarkServer,
  runBenchmarkCodeFlow,
} from './run-benchmark-code-flow.ts'
import type { BenchmarkWalletProofFunction, BenchmarkTokenResponse } from './run-benchmark-code-flow.ts'

const relaxedLimits = [
  'CHALLENGES_PER_NETWORK_PER_MINUTE',
  'CHALLENGES_PER_MINUTE',
  'SIGN_INS_PER_NETWORK_PER_MINUTE',
  'SIGN_INS_PER_WALLET_PER_MINUTE',
  'SIGN_INS_PER_MINUTE',
  'CLIENT_REQUESTS_PER_NETWORK_PER_MINUTE',
  'CLIENT_REQUESTS_PER_MINUTE',
]

const countersign: BenchmarkServerProgram = {
  name: 'Countersign',
  program: countersignServerEntryPath,
  port: 4393,
  environment: (port, file) => ({
    COUNTERSIGN_PORT: String(port),
    COUNTERSIGN_DATABASE: `sqlite:${file}`,
    COUNTERSIGN_LOG_LEVEL: 'warn',
    ...Object.fromEntries(relaxedLimits.map((name) => [`COUNTERSIGN_${name}`, '1000000'])),
  }),
  readyPath: '/health/ready',
}

const halfInMemory: BenchmarkServerProgram = {
  ...countersign,
  name: 'Countersign with tokens in memory',
  program: getBenchmarkServerPath('countersign-in-memory-benchmark-server.ts'),
  port: 4395,
}

const inMemory: BenchmarkServerProgram = {
  name: 'oidc-provider in memory',
  program: getBenchmarkServerPath('oidc-provider-library-benchmark-server.ts'),
  port: 4394,
  environment: (port) => ({ BENCH_PORT: String(port), BENCH_SECRET: benchmarkOAuthClientSecret }),
  readyPath: '/ready',
}

const programs = [
  { name: 'ours', start: () => startWithApplication(countersign), prove: proveWalletToCountersignBenchmarkServer },
  {
    name: 'the same with codes and tokens in memory',
    start: () => startWithApplication(halfInMemory),
    prove: proveWalletToCountersignBenchmarkServer,
  },
  {
    name: 'oidc-provider 9.13.3 alone, in memory: no storage, rate limits or logs',
    start: () => startBenchmarkServer(inMemory),
    prove: proveWalletToOidcProviderBenchmarkServer,
  },
] as const

export async function benchmarkAuthorizationCodeFlowCost(): Promise<BenchmarkComparisonRow[]> {
  const servers: RunningBenchmarkServer[] = []
  try {
    for (const { start } of programs) servers.push(await start())
    const sides = programs.map(({ prove }, index) =>
      createMeasuredSide(servers[index] as RunningBenchmarkServer, prove),
    )
    // Every person has consented before, so that returning visits are measured.
    for (const { enter } of sides) for (const piece of benchmarkWalletKeys.keys()) await enter(piece)
    const works = [
      {
        what: 'sign-in to an application, consent remembered',
        turns: { ...defaultServerBenchmarkRoundOptions, warmUp: 300 },
        of: (side: MeasuredSide) => side.flow,
      },
      // Runs sequentially, because a rotated refresh token works only once.
      {
        what: 'refresh',
        turns: { ...defaultServerBenchmarkRoundOptions, parallel: 1, pieces: 100, warmUp: 600 },
        of: (side: MeasuredSide) => side.refresh,
      },
      {
        what: 'introspection',
        turns: { ...defaultServerBenchmarkRoundOptions, pieces: 150, warmUp: 1200 },
        of: (side: MeasuredSide) => side.introspection,
      },
    ]
    const rows: BenchmarkComparisonRow[] = []
    for (const { what, turns, of } of works) {
      const [ours, ...others] = (await measureServerTaskTimes(sides.map(of), turns)) as [
        ServerTaskTimes,
        ...ServerTaskTimes[],
      ]
      rows.push(
        ...others.map((other, place) =>
          createServerBenchmarkRow(`${what}, durable`, programs[place + 1]?.name ?? '', ours, other),
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
  flow: ServerBenchmarkTask
  refresh: ServerBenchmarkTask
  introspection: ServerBenchmarkTask
}

function createMeasuredSide(server: RunningBenchmarkServer, prove: BenchmarkWalletProofFunction): MeasuredSide {
  let held: Awaited<ReturnType<typeof runBenchmarkCodeFlow>>[] = []
  const enter = (piece: number) => runBenchmarkCodeFlow(server, prove, piece)
  // Access tokens are short-lived, so each round needs new ones.
  const prepare = async (): Promise<void> => {
    held = await Promise.all(
      [0, 1, 2, 3].map((piece) =>
        runBenchmarkCodeFlow(server, prove, piece, { scope: 'openid offline_access', prompt: 'consent' }),
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
        holder.tokens = await holder.visitor.form<BenchmarkTokenResponse>('/token', {
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

async function startWithApplication(program: BenchmarkServerProgram): Promise<RunningBenchmarkServer> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'))
  const file = join(folder, 'bench.db')
  const definition = {
    id: 'bench',
    name: 'Bench',
    kind: 'web',
    idTokenAlgorithm: 'ES256',
    redirectUris: [benchmarkRedirectUri],
    secretEnvironment: 'BENCH_SECRET',
    rotateRefreshTokens: true,
  }
  writeFileSync(join(folder, 'applications.json'), JSON.stringify({ applications: [definition] }))
  const command = join(import.meta.dirname, '../../server/dist/countersign.js')
  const environment = {
    PATH: process.env['PATH'],
    BENCH_SECRET: benchmarkOAuthClientSecret,
    ...program.environment(program.port, file),
  }
  execFileSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', command, 'application', 'apply', join(folder, 'applications.json')],
    { env: environment, stdio: 'ignore' },
  )
  const server = await startBenchmarkServer(program, file)
  return {
    ...server,
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
