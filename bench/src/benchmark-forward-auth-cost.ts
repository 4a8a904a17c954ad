// Compares a reverse proxy's check of each request with the session check of our own pages.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchmarkedSignInServers, buildCookieHeader, postJson } from './benchmark-sign-in-cost.ts'
import {
  startBenchmarkServer,
  measureServerTaskTimes,
  defaultServerBenchmarkRoundOptions,
} from './measure-server-task-times.ts'
import { createServerBenchmarkRow } from './format-benchmark-table.ts'
import type { BenchmarkComparisonRow } from './format-benchmark-table.ts'

const host = 'bench.localhost:4396'
const command = join(import.meta.dirname, '../../server/dist/countersign.js')
const roundOptions = { ...defaultServerBenchmarkRoundOptions, pieces: 200, warmUp: 3000 }

const [{ environment, ...countersign }] = benchmarkedSignInServers

export async function benchmarkForwardAuthCost(): Promise<BenchmarkComparisonRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'))
  const file = join(folder, 'bench.db')
  const settings = (port: number): Record<string, string> => ({
    ...environment(port, file),
    COUNTERSIGN_TRUSTED_PROXIES: '127.0.0.1',
  })
  const server = await startBenchmarkServer({ ...countersign, port: 4396, environment: settings }, file)
  try {
    const words = ['application', 'add', 'Bench', '--kind', 'site', '--host', host]
    const env = { PATH: process.env['PATH'], ...settings(4396) }
    execFileSync(process.execPath, [command, ...words], { cwd: folder, env, stdio: 'ignore' })
    const session = buildCookieHeader(await countersign.signIn(server.origin, 0))
    const visit = await signInToSite(server.origin, session)
    const address = server.origin.replace('localhost', '127.0.0.1')
    const checked = async (): Promise<void> => {
      const { ok, status } = await get(`${address}/forward-auth`, { ...forwarded('/'), cookie: visit })
      if (!ok) throw new Error(`the check returned ${status}`)
    }
    const looked = async (): Promise<unknown> => get(`${address}/api/session`, { cookie: session })
    const costs = await measureServerTaskTimes(
      [
        { server, work: checked },
        { server, work: looked },
      ] as const,
      roundOptions,
    )
    return [createServerBenchmarkRow('forward authentication check', 'the same server: session check', ...costs)]
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const forwarded = (uri: string): Record<string, string> => ({
  accept: 'text/html',
  'x-forwarded-host': host,
  'x-forwarded-uri': uri,
  'x-forwarded-method': 'GET',
})

async function get(url: string, headers: Record<string, string>): Promise<Response> {
  const response = await fetch(url, { headers, redirect: 'manual' })
  await response.arrayBuffer()
  return response
}

async function signInToSite(origin: string, session: string): Promise<string> {
  const address = origin.replace('localhost', '127.0.0.1')
  const at = async (where: string, cookie: string, isOwn = false): Promise<Response> =>
    get(where.replace(/^https?:\/\/[^/]+/, address).replace(/^\//, `${address}/`), {
      cookie,
      ...(isOwn && forwarded('/')),
    })
  const goesTo = (response: Response): string => response.headers.get('location') ?? ''
  const signInResponse = await at('/.countersign/sign-in?to=%2F', '', true)
  const asked = await at(goesTo(signInResponse), session)
  const browser = [session, buildCookieHeader(asked)].filter((cookie) => cookie !== '').join('; ')
  const interaction = new URLSearchParams(goesTo(asked).split('?')[1]).get('interaction') ?? ''
  const path = `${origin}/api/interactions/${interaction}/consent`
  const { next } = (await (await postJson(path, origin, { withheld: [] }, browser)).json()) as { next: string }
  const back = goesTo(await at(next, browser))
  return buildCookieHeader(await at(back, buildCookieHeader(signInResponse), true))
}
