// An upgrade without a pause (rolling upgrade): two instances of the release before this one on one PostgreSQL are replaced one after the other,
// while people sign in and applications renew their tokens.
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

// The reason is in the title, because a list of tests shows nothing else of one that was skipped.
test.describe(missing === null ? 'beside the release before' : `skipped: ${missing}`, () => {
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

  test('N20: one instance after the other is replaced under load; no request fails, and nothing is lost', async () => {
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

    await test.step('both are of the release before', () => waitForProgress(load, [one, other]))
    await replaceInstance(one, other, load)
    await test.step('the two releases work beside each other', async () => {
      await waitForProgress(load, [one, other])
      await continueOnOtherInstance(one.origin, other.origin)
      await continueOnOtherInstance(other.origin, one.origin)
    })
    await replaceInstance(other, one, load)
    await test.step('an older one refuses what a newer one has worked on, and harms nobody', async () => {
      // As a release with one migration more leaves it.
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
      expect(output).toMatch(/has worked on this database.*9999-later.*\. Start that version or a later one;/)
      expect(exitCode).not.toBe(0)
      await waitForProgress(load, [one, other])
    })
    await load.stop()
    await test.step('nothing failed, and nothing is lost', () => verifyFinalState(load, settings))
  })
})

/** Starts an instance of the release before, on another machine as far as it knows: its copy of the key file is its own. */
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

/** Stops one as an operator does, and starts this release in its place; whoever comes meanwhile is served by the other. */
async function replaceInstance(
  one: RunningTestServer,
  other: RunningTestServer,
  load: TestLoadGenerator,
): Promise<void> {
  await test.step('an instance is replaced', async () => {
    expect(await one.stop()).toBe(0)
    await waitForProgress(load, [other])
    await one.start([process.execPath, builtServerCliPath])
    await waitForProgress(load, [one, other])
  })
}

const everyCall = ['/sign-in', '/api/challenges', '/api/sign-in', '/api/session', '/authorize', '/token', '/userinfo']

/** Waits until each of the instances has done a bit of everything since. */
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

/** What one instance has begun, the other one finishes; what is over at one is over at the other. */
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
  const begun = await atHere.startSignIn()
  const family = await atThere.redeemCode(await completeAuthorization(here, begun, key), begun)
  const used = { ...family }
  await atHere.refreshTokens(family)
  await atThere.refreshTokens(family)
  await expect(atHere.refreshTokens(used)).rejects.toMatchObject({ error: 'invalid_grant' })
  await expect(atThere.refreshTokens(family)).rejects.toMatchObject({ error: 'invalid_grant' })
}

/** Compares what the site acknowledged with what it has. */
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
    // What was written a moment ago waits for its place still.
    `select (select count(*)::int from (select type from audit_events union all select type from pending_audit_events) as lines where type = 'session.started') as "inTheLog",
      (select count(*)::int from sessions) as sessions`,
  )
  expect(kept).toEqual({ inTheLog: acknowledged, sessions: acknowledged })
  const verified = await runCountersignCommand(['audit', 'verify'], settings, folder)
  expect(verified.output).toMatch(/The activity log is whole: \d+ lines/)
  expect(verified.exitCode).toBe(0)

  const summary = `${forwardedRequests.length} requests; tried again: ${retried.length - files.length}, and ${files.length} files of pages, of which ${files.filter(({ status }) => status >= 400).length} in vain; ${acknowledged} sign-ins; ${JSON.stringify(load.completedCounts)}`
  test.info().annotations.push({ type: 'acknowledged', description: summary })
}
