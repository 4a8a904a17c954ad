// A test server with a manual clock, and browsers that call it without a network.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { ServerLimitValues } from '@countersign/api/server-limits'
import { formatSignInMessage } from '@countersign/message'
import type { SignInMessage } from '@countersign/message'
import { createEthereumTestSigner } from '@countersign/testing/wallet-signer-fixtures'
import type { TestWalletSigner } from '@countersign/testing/wallet-signer-fixtures'
import { ethereumTestKeys } from '@countersign/testing/ethereum-test-keys'
import type { EthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import type { LightMyRequestResponse } from 'fastify'
import { onTestFinished } from 'vitest'
import { createServerApp } from '../create-server-app.ts'
import type { ServerApp } from '../create-server-app.ts'
import { chainFamilies, canonicalizeWalletAddress } from '../chains/families/chain-family-registry.ts'
import { createInMemorySpentChallengeReplayLog } from '../auth/challenges/spent-challenge-replay-log.ts'
import type { SpentChallengeReplayLog } from '../auth/challenges/challenge-database-rollback-guard.ts'
import type { ConfiguredChains } from '../platform/chain-settings.ts'
import { systemRandomBytes } from '../platform/clock.ts'
import type { MonotonicClock } from '../platform/clock.ts'
import { createMetricsRegistry } from '../platform/prometheus-metrics.ts'
import type { MetricsRegistry } from '../platform/prometheus-metrics.ts'
import type { Database, DatabaseKind } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { createRandomId } from '../platform/create-random-id.ts'
import { hashBearerSecret } from '../platform/random-bearer-secret.ts'
import { parseServerSettings } from '../platform/parse-server-settings.ts'
import { openTestDatabase } from './database-fixtures.ts'
import { testServerKey } from './server-key-fixtures.ts'

export { ethereumTestKeys }

export const testClockStartTime = Date.parse('2026-01-15T12:00:00.000Z')

export interface TestServer extends ServerApp {
  database: Database
  clock: { now: number }
  limits: ServerLimitValues
  log: string[]
  openBrowser: (options?: BrowserOptions) => TestBrowser
}

export interface TestServerOptions {
  database?: DatabaseKind | Database
  replica?: Database
  environment?: Record<string, string>
  screens?: string | null
  chains?: ConfiguredChains
  metrics?: MetricsRegistry
  measure?: (metrics: MetricsRegistry) => void
  /** Log of spent challenges outside the database; none by default. */
  memory?: SpentChallengeReplayLog
  monotonic?: MonotonicClock
  serverKey?: Buffer
}

/** Uses a fresh database. The server stops after the test. */
export async function createTestServer({
  database: chosen = 'sqlite',
  replica: readReplica,
  environment = {},
  screens: webDistFolder = null,
  chains = new Map(),
  metrics = createMetricsRegistry(),
  measure: collectProcessMetrics,
  memory: spentChallengeMemory = createInMemorySpentChallengeReplayLog(),
  serverKey = testServerKey,
  monotonic,
}: TestServerOptions = {}): Promise<TestServer> {
  const database = typeof chosen === 'string' ? await openTestDatabase(chosen) : chosen
  const { settings, report: settingReports } = parseServerSettings(
    {
      COUNTERSIGN_ORIGIN: 'https://sign-in.example',
      COUNTERSIGN_LOG_LEVEL: 'trace',
      ...(chains.size > 0 && {
        COUNTERSIGN_CHAINS: JSON.stringify([...chains.values()].map((chain) => chain.settings)),
      }),
      ...environment,
    },
    undefined,
  )
  const clock = { now: testClockStartTime }
  const log: string[] = []
  const app = await createServerApp({
    settings,
    settingReports,
    database,
    ...(readReplica && { readReplica }),
    clock: () => clock.now,
    monotonic: monotonic ?? (() => clock.now),
    random: systemRandomBytes,
    chains,
    metrics,
    ...(collectProcessMetrics && { collectProcessMetrics }),
    serverKey,
    spentChallengeMemory,
    logStream: { write: (line) => void log.push(line) },
    webDistFolder,
  })
  onTestFinished(() => app.http.close())
  return {
    ...app,
    database,
    clock,
    limits: settings.limits,
    log,
    openBrowser: (options) => new TestBrowser(app, settings.origin, options, database),
  }
}

interface BrowserOptions {
  address?: string
  userAgent?: string
}

type HttpMethod = 'GET' | 'POST' | 'DELETE' | 'PATCH' | 'PUT'

/** Keeps cookies, and sends the headers of a same-site page. */
export class TestBrowser {
  readonly cookies = new Map<string, string>()
  readonly #app: ServerApp
  readonly #origin: string
  readonly #options: BrowserOptions
  readonly #database: Database | undefined

  constructor(app: ServerApp, origin: string, options: BrowserOptions = {}, database?: Database) {
    this.#app = app
    this.#origin = origin
    this.#options = options
    this.#database = database
  }

  /** Simulates that the wallet's owner uses a passkey in this browser. */
  async trustForOwnerOf({ address }: Pick<EthereumTestKey, 'address'>): Promise<void> {
    if (this.#database === undefined) throw new Error('This browser has no database at hand.')
    const { queries } = this.#database
    const { person_id } = await queries
      .selectFrom('wallets')
      .select('person_id')
      .where('address', '=', canonicalizeWalletAddress(address))
      .where('unlinked_at', 'is', null)
      .executeTakeFirstOrThrow()
    const secret = [...this.cookies].find(([name]) => name.endsWith('countersign-browser'))?.[1] ?? ''
    const at = testClockStartTime
    const known = {
      trusted_at: at,
      announced_since: null,
      trusted_by_wallet_id: null,
      trusted_by_passkey_id: null,
    }
    const seen = { first_seen_at: at, last_seen_at: at, user_agent: 'Test browser', network_prefix: '127.0.0.0/24' }
    await queries
      .insertInto('browsers')
      .values({
        id: createRandomId(systemRandomBytes),
        person_id,
        browser_hash: hashBearerSecret(secret),
        ...known,
        ...seen,
      })
      .onConflict((conflict) => conflict.columns(['person_id', 'browser_hash']).doUpdateSet(known))
      .execute()
  }

  async send(
    method: HttpMethod,
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const response = await this.#app.http.inject({
      method,
      url,
      headers: {
        ...(method !== 'GET' && { origin: this.#origin, 'sec-fetch-site': 'same-origin' }),
        'user-agent': this.#options.userAgent ?? 'Test browser',
        ...headers,
      },
      cookies: Object.fromEntries(this.cookies),
      ...(this.#options.address !== undefined && { remoteAddress: this.#options.address }),
      ...(body !== undefined && { payload: body as object }),
    })
    for (const cookie of response.cookies) {
      if (cookie.maxAge === 0 || (cookie.expires && cookie.expires.getTime() === 0)) this.cookies.delete(cookie.name)
      else this.cookies.set(cookie.name, cookie.value)
    }
    return response
  }

  async requestChallenge(body: object = { purpose: 'sign-in' }): Promise<ApiEndpointOutput<'createChallenge'>> {
    const response = await this.send('POST', '/api/challenges', body)
    if (response.statusCode !== 200) throw new Error(`No challenge: ${response.body}`)
    return response.json<ApiEndpointOutput<'createChallenge'>>()
  }

  async signChallenge(
    key: EthereumTestKey | TestWalletSigner = ethereumTestKeys.alice,
    changes: Partial<SignInMessage> = {},
  ): Promise<{ message: string; signature: string }> {
    return signIssuedChallengeMessage(await this.requestChallenge(), key, changes)
  }

  async signChallengeFor(
    purpose: 'step-up' | 'link' | 'merge',
    key: EthereumTestKey | TestWalletSigner,
  ): Promise<{ message: string; signature: string }> {
    return signIssuedChallengeMessage(await this.requestChallenge({ purpose }), key)
  }

  async stepUp(key: EthereumTestKey | TestWalletSigner = ethereumTestKeys.alice): Promise<LightMyRequestResponse> {
    return this.send('POST', '/api/step-up', await this.signChallengeFor('step-up', key))
  }

  async signIn(
    key: EthereumTestKey | TestWalletSigner = ethereumTestKeys.alice,
    changes: Partial<SignInMessage> = {},
  ): Promise<LightMyRequestResponse> {
    return this.send('POST', '/api/sign-in', await this.signChallenge(key, changes))
  }
}

export function signIssuedChallengeMessage(
  { message: issued, chainIds, keyChains }: ApiEndpointOutput<'createChallenge'>,
  key: EthereumTestKey | TestWalletSigner,
  changes: Partial<SignInMessage> = {},
): { message: string; signature: string } {
  const { namespace, address, sign } = 'sign' in key ? key : createEthereumTestSigner(key)
  const chainId = (namespace === 'eip155' ? chainIds[0] : keyChains[namespace]) ?? '1'
  const message = formatSignInMessage(
    { ...issued, address, chainId, ...changes },
    { profile: chainFamilies[namespace].messageForm },
  )
  return { message, signature: sign(message) }
}

/** The clock then advances, so that later events have a later time. */
export async function openSteppedUpBrowser(
  app: Pick<TestServer, 'openBrowser' | 'clock'>,
  key: EthereumTestKey | TestWalletSigner = ethereumTestKeys.alice,
): Promise<TestBrowser> {
  const browser = app.openBrowser()
  for (const response of [await browser.signIn(key), await browser.stepUp(key)])
    if (response.statusCode !== 200) throw new Error(response.body)
  app.clock.now += 1000
  return browser
}
