// Tests a rolling upgrade: two instances of the previous release on one PostgreSQL are replaced in
// turn, while people sign in and applications refresh tokens.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { queryTestPostgresServer, startTestPostgresServer } from '@countersign/testing/test-postgres-server'
import type { TestPostgresServer } from '@countersign/testing/test-postgres-server'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import {
  createRelyingPartyTestClient,
  completeAuthorization,
  rotatingOidcRelyingPartyTestDefinition,
} from '../src/relying-party-test-client.ts'
import { testLoadBalancerInstanceHeader, startTestLoadBalancer } from '../src/test-load-balancer.ts'
import type { TestLoadBalancer } from '../src/test-load-balancer.ts'
import { createHttpTestBrowser, signTestChallenge } from '../src/http-test-browser.ts'
import { applyTestApplicationDefinitions } from '../src/clients/apply-test-application-definitions.ts'
import { runCountersignCommand } from '../src/run-countersign-command.ts'
import { buildPreviousServerRelease, findPreviousReleaseBuildProblem } from '../src/build-previous-server-release.ts'
import type { PreviousServerRelease } from '../src/build-previous-server-release.ts'
import { builtServerCliPath, startServerForTests } from '../src/start-server-for-tests.ts'
import type { RunningTestServer } from '../src/start-server-for-tests.ts'
import { testLoadKinds, startTestLoadGenerator } from '../src/start-test-load-generator.ts'
import type { TestLoadGenerator } from '../src/start-test-load-generator.ts'

const missing = findPreviousReleaseBuildProblem()
let previous: PreviousServerRelease
let postgres: TestPostgresServer
let balancer: TestLoadBalancer
let folder: string
const instances: RunningTestServer[] = []

test.describe(missing === null ? 'Rolling upgrade from the previous release' : `skipped: ${missing}`, () => {
  test.skip(missing !== null)

  test.beforeAll(async () => {
    previous = buildPreviousServerRelease()
    postgres = await startTestPostgresServer()
    balancer = await startTestLoadBalancer()
    folder = mkdtempSync(join(tmpdir(), 'countersign-rolling-'))
  })
  test.afterAll(async () => {
    for (const instance of instances) await instance.remove()
    await balancer?.close()
    await postgres?.stop()
    previous?.remove()
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  })

  test('N20: instances are replaced one by one under load without failed requests or lost data', async () => {
    test.setTimeout(300_000)
    const address = await postgres.createDatabase('site')
    const settings = { COUNTERSIGN_ORIGIN: balancer.origin, COUNTERSIGN_DATABASE: address }
    const [one, other] = [await startPreviousRelease('one', settings), await startPreviousRelease('other', settings)]
    const keyFile = { COUNTERSIGN_KEY_FILE: join(folder, 'one.key') }
    await applyTestApplicationDefinitions(
      one,
      [rotatingOidcRelyingPartyTestDefinition],
      { ...settings, ...keyFile },
      previous.program,
    )
    const load = await startTestLoadGenerator(balancer.origin)

    await test.step('both instances run the previous release', () => waitForProgress(load, [one, other]))
    await replaceInstance(one, other, load)
    await test.step('both releases work side by side', async () => {
      await waitForProgress(load, [one, other])
      await continueOnOtherInstance(one.origin, other.origin)
      await continueOnOtherInstance(other.origin, one.origin)
    })
    await replaceInstance(other, one, load)
    await test.step('an older release refuses the database of a newer release without affecting the load', async () => {
      // Simulates a later release with one more migration.
      await queryTestPostgresServer(
        address,
        `insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')`,
      )
      const { exitCode, output } = await runCountersignCommand(
        ['start'],
        { ...settings, ...keyFile },
        folder,
        previous.program,
      )
      expect(output).toMatch(
        /has (?:worked on|used) this database.*\d{4}-[a-z-]+.*\. Start that version or a later one[;,]/,
      )
      expect(exitCode).not.toBe(0)
      await waitForProgress(load, [one, other])
    })
    await load.stop()
    await test.step('no request failed and no data is lost', () => verifyFinalState(load, settings))
  })
})

/** Uses its own copy of the key file, as another machine would. */
async function startPreviousRelease(name: string, settings: Record<string, string>): Promise<RunningTestServer> {
  const keyFile = join(folder, `${name}.key`)
  if (instances.length > 0) copyFileSync(join(folder, 'one.key'), keyFile)
  const instance = await startServerForTests(
    {
      ...settings,
      COUNTERSIGN_KEY_FILE: keyFile,
      COUNTERSIGN_TRUSTED_PROXIES: '127.0.0.1',
      COUNTERSIGN_LOG_LEVEL: 'warn',
      COUNTERSIGN_CLIENT_REQUESTS_PER_NETWORK_PER_MINUTE: '100000',
      COUNTERSIGN_CLIENT_REQUESTS_PER_MINUTE: '1000000',
    },
    [process.execPath, previous.program],
  )
  instances.push(instance)
  balancer.add(instance.origin)
  return instance
}

/**
 * Stops an instance as an operator does, and starts this release, while the other instance serves
 * all requests.
 */
async function replaceInstance(
  one: RunningTestServer,
  other: RunningTestServer,
  load: TestLoadGenerator,
): Promise<void> {
  await test.step('replace one instance', async () => {
    expect(await one.stop()).toBe(0)
    await waitForProgress(load, [other])
    await one.start([process.execPath, builtServerCliPath])
    await waitForProgress(load, [one, other])
  })
}

const everyCall = ['/sign-in', '/api/challenges', '/api/sign-in', '/api/session', '/authorize', '/token', '/userinfo']

async function waitForProgress(load: TestLoadGenerator, instances: readonly RunningTestServer[]): Promise<void> {
  const since = balancer.forwardedRequests.length
  const before = { ...load.completedCounts }
  const hasGoneOn = (): boolean => {
    const passed = balancer.forwardedRequests.slice(since)
    return (
      testLoadKinds.every((kind) => load.completedCounts[kind] >= before[kind] + 2) &&
      instances.every(({ origin }) =>
        everyCall.every((path) => passed.some((one) => one.by === origin && one.path === path && one.status < 400)),
      )
    )
  }
  await expect.poll(() => load.failures.length > 0 || hasGoneOn(), { timeout: 120_000 }).toBe(true)
  expect(load.failures).toEqual([])
}

/**
 * A flow started on one instance finishes on the other; a session ended on one has ended on the
 * other.
 */
async function continueOnOtherInstance(from: string, to: string): Promise<void> {
  const key = createEthereumTestKey(49_001)
  const cookies = new Map<string, string>()
  const only = (instance: string): Record<string, string> => ({ [testLoadBalancerInstanceHeader]: instance })
  const here = createHttpTestBrowser(balancer.origin, only(from), cookies)
  const there = createHttpTestBrowser(balancer.origin, only(to), cookies)
  const signed = signTestChallenge(await here.createChallenge(), key)
  expect((await there.signIn(signed)).status).toBe(200)
  const personId = await there.readPersonId()
  expect(personId).not.toBeNull()
  expect(await here.readPersonId()).toBe(personId)
  expect((await here.signIn(signed)).status).toBe(401)
  expect((await here.signOut()).status).toBe(204)
  expect(await there.readPersonId()).toBeNull()

  const atHere = await createRelyingPartyTestClient(balancer.origin, only(from))
  const atThere = await createRelyingPartyTestClient(balancer.origin, only(to))
  const startedSignIn = await atHere.startSignIn()
  const family = await atThere.redeemCode(await completeAuthorization(here, startedSignIn, key), startedSignIn)
  const used = { ...family }
  await atHere.refreshTokens(family)
  await atThere.refreshTokens(family)
  await expect(atHere.refreshTokens(used)).rejects.toMatchObject({ error: 'invalid_grant' })
  await expect(atThere.refreshTokens(family)).rejects.toMatchObject({ error: 'invalid_grant' })
}

async function verifyFinalState(load: TestLoadGenerator, settings: { COUNTERSIGN_DATABASE: string }): Promise<void> {
  expect(load.failures).toEqual([])
  const { forwardedRequests } = balancer
  const isFile = ({ path }: { path: string }): boolean => path.startsWith('/assets/')
  expect(forwardedRequests.filter((one) => one.status >= 500 && !isFile(one))).toEqual([])
  const retried = forwardedRequests.filter(({ isRetried }) => isRetried)
  const files = retried.filter(isFile)
  expect(retried.length).toBeGreaterThan(files.length)

  for (const { client, personId } of load.signedIn) expect(await client.readPersonId()).toBe(personId)
  const application = await createRelyingPartyTestClient(balancer.origin)
  for (const family of load.refreshTokenFamilies) await application.refreshTokens(family)

  const acknowledged = forwardedRequests.filter(({ path, status }) => path === '/api/sign-in' && status === 200).length
  const [kept] = await queryTestPostgresServer(
    settings.COUNTERSIGN_DATABASE,
    // Recent entries may not be sequenced yet.
    `select (select count(*)::int from (select type from audit_events union all select type from pending_audit_events) as lines where type = 'session.started') as "inTheLog",
      (select count(*)::int from sessions) as sessions`,
  )
  expect(kept).toEqual({ inTheLog: acknowledged, sessions: acknowledged })
  const verified = await runCountersignCommand(['audit', 'verify'], settings, folder)
  expect(verified.output).toMatch(/The audit log is intact: \d+ entries/)
  expect(verified.exitCode).toBe(0)

  const summary = `${forwardedRequests.length} requests; tried again: ${retried.length - files.length}, and ${files.length} files of pages, of which ${files.filter(({ status }) => status >= 400).length} in vain; ${acknowledged} sign-ins; ${JSON.stringify(load.completedCounts)}`
  test.info().annotations.push({ type: 'acknowledged', description: summary })
}
