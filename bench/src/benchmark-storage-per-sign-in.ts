// Bytes per table and index, immediately and after retention. Arguments: `[how many]`.
import { formatSignInMessage, toChecksumAddress } from '@countersign/message'
import { verifyAuditLogIntegrity } from '@countersign/server/audit-log/verify-audit-log'
import { createServerApp } from '@countersign/server/create-server-app'
import { createInMemorySpentChallengeReplayLog } from '@countersign/server/auth/challenges/spent-challenge-replay-log'
import { systemRandomBytes } from '@countersign/server/platform/clock'
import { openAndMigrateDatabase } from '@countersign/server/platform/database/open-configured-database'
import { createMetricsRegistry } from '@countersign/server/platform/prometheus-metrics'
import { parseServerSettings } from '@countersign/server/platform/parse-server-settings'
import { pruneNextDataRetentionBatch } from '@countersign/server/admin/retention/apply-data-retention'
import { expireAuditEntries } from '@countersign/server/admin/retention/expire-audit-entries'
import { createEthereumTestKey, signEthereumMessage } from '@countersign/testing/ethereum-test-keys'
import Sqlite from 'better-sqlite3'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const many = Number(process.argv[2] ?? 2000)
const origin = 'https://sign-in.example'
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const keys = Array.from({ length: 50 }, (_, index) => createEthereumTestKey(index + 1))
const keyOf = (index: number) => keys[index % keys.length] as (typeof keys)[number]

type Cookies = Record<string, string>
type App = Awaited<ReturnType<typeof createServerApp>>

const folder = mkdtempSync(join(tmpdir(), 'countersign-stored-'))
const path = join(folder, 'countersign.db')
try {
  const { database } = await openAndMigrateDatabase(`sqlite:${path}`)
  const unlimited = Object.fromEntries(
    [
      'CHALLENGES_PER_NETWORK_PER_MINUTE',
      'CHALLENGES_PER_MINUTE',
      'SIGN_INS_PER_NETWORK_PER_MINUTE',
      'SIGN_INS_PER_WALLET_PER_MINUTE',
      'SIGN_INS_PER_MINUTE',
    ].map((name) => [`COUNTERSIGN_${name}`, '1000000']),
  )
  const { settings, report: settingReports } = parseServerSettings(
    { COUNTERSIGN_ORIGIN: origin, COUNTERSIGN_LOG_LEVEL: 'silent', ...unlimited },
    undefined,
  )
  const clock = { now: Date.now() }
  const app = await createServerApp({
    settings,
    settingReports,
    database,
    clock: () => clock.now,
    monotonic: () => clock.now,
    random: systemRandomBytes,
    chains: new Map(),
    metrics: createMetricsRegistry(),
    serverKey: randomBytes(32),
    spentChallengeMemory: createInMemorySpentChallengeReplayLog(),
    webDistFolder: null,
  })
  const attempt = async (index: number, cookies: Cookies, isWorthless: boolean): Promise<void> => {
    clock.now += 1000
    const asked = await send(app, '/api/challenges', { purpose: 'sign-in' }, cookies)
    const { message: issued, chainIds } = asked.json<{
      message: Parameters<typeof formatSignInMessage>[0]
      chainIds: string[]
    }>()
    const key = keyOf(index)
    const message = formatSignInMessage({
      ...issued,
      address: isWorthless ? toChecksumAddress(`0x${randomBytes(20).toString('hex')}`) : key.address,
      chainId: chainIds[0] ?? '1',
    })
    const { statusCode } = await send(
      app,
      '/api/sign-in',
      { message, signature: signEthereumMessage(key, message) },
      cookies,
    )
    if ((statusCode === 200) === isWorthless) throw new Error(`Unexpected status ${statusCode}`)
  }
  const jars = keys.map((): Cookies => ({}))
  for (let index = 0; index < keys.length; index += 1) await attempt(index, jars[index] as Cookies, false)
  const kinds: readonly (readonly [string, (index: number) => Promise<void>])[] = [
    ['another sign-in in the same browser', (index) => attempt(index, jars[index % keys.length] as Cookies, false)],
    ['a sign-in in a new browser', (index) => attempt(index, {}, false)],
    ["a stranger's refused attempt", (index) => attempt(index, {}, true)],
  ]
  for (const [name, act] of kinds) {
    const before = await measure(app)
    for (let index = 0; index < many; index += 1) await act(index)
    const after = await measure(app)
    const grown = [...after]
      .map(([part, bytes]) => [part, (bytes - (before.get(part) ?? 0)) / many] as const)
      .sort(([, one], [, other]) => other - one)
    console.log(`\n${name}: ${Math.round(grown.reduce((sum, [, bytes]) => sum + bytes, 0))} bytes`)
    for (const [part, bytes] of grown)
      if (bytes >= 1) console.log(`  ${String(Math.round(bytes)).padStart(5)}  ${part}`)
  }
  // SQLite reuses most of the space of deleted entries, but frees only whole pages.
  const later = Date.now() + 1000 * 86_400_000
  const context = { kind: database.kind, queries: database.queries, random: systemRandomBytes, limits: settings.limits }
  const inTables = async (): Promise<number> =>
    [...(await measure(app)).values()].reduce((sum, bytes) => sum + bytes, 0)
  const full = await inTables()
  const spent = process.cpuUsage()
  let longest = 0
  for (;;) {
    const startedAt = performance.now()
    const done = await expireAuditEntries(context, later)
    longest = Math.max(longest, performance.now() - startedAt)
    if (done === 0) break
  }
  const cost = process.cpuUsage(spent)
  const withoutLines = await inTables()
  console.log(
    `\nexpired entries: ${Math.round((full - withoutLines) / many)} bytes less each; ${Math.round((cost.user + cost.system) / many)} µs of processor time each, the longest batch ${Math.round(longest)} ms`,
  )
  await database.queries
    .updateTable('sessions')
    .set({ ended_at: clock.now, end_reason: 'revoked' })
    .where('ended_at', 'is', null)
    .execute()
  while ((await pruneNextDataRetentionBatch(context, later)) > 0);
  console.log(
    `pruned sessions, proofs and browsers: ${Math.round((withoutLines - (await inTables())) / (2 * many))} bytes less per sign-in`,
  )
  const verified = await verifyAuditLogIntegrity(database.queries)
  console.log(
    verified.outcome === 'whole'
      ? `the log is intact: ${verified.lines} entries, ${verified.letGo} expired`
      : verified.reason,
  )
  await app.http.close()
  await database.close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function send({ http }: App, url: string, body: object, cookies: Cookies) {
  const answer = await http.inject({
    method: 'POST',
    url,
    headers: { origin, 'sec-fetch-site': 'same-origin', 'user-agent': userAgent },
    cookies,
    payload: body,
  })
  for (const { name, value } of answer.cookies) cookies[name] = value
  return answer
}

/** Prunes transient rows first (expired challenges, uncounted entries). */
async function measure({ pruneExpired }: App): Promise<Map<string, number>> {
  await pruneExpired()
  const file = new Sqlite(path, { readonly: true })
  const rows = file
    .prepare(
      `select name, sum(pgsize) as bytes from dbstat where name not like '%challenge%' and name not like '%spen%' group by name`,
    )
    .all() as { name: string; bytes: number }[]
  file.close()
  return new Map(rows.map(({ name, bytes }) => [name, bytes]))
}
