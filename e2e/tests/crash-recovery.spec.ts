// Tests repeated crashes while people sign in and out (THREATS N14): acknowledged changes persist,
// and spent values stay spent.
import { expect, test } from '@playwright/test'
import { EventEmitter, once } from 'node:events'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { createHttpTestBrowser, signTestChallenge, signInWithHttpTestBrowser } from '../src/http-test-browser.ts'
import type { HttpTestBrowser, SignedTestChallenge } from '../src/http-test-browser.ts'
import { runCountersignCommand } from '../src/run-countersign-command.ts'
import { startServerForTests } from '../src/start-server-for-tests.ts'

const fewestDeaths = 16
const people = 6
/**
 * The server is killed after a random number of responses up to this limit. If it were killed after
 * a random time, a slow machine might not have sent any.
 */
const mostResponses = 8

/** What the server has acknowledged so far. */
interface Ledger {
  /** Browsers whose sign-in was acknowledged, and that never requested sign-out. */
  signedIn: HttpTestBrowser[]
  /** Browsers whose sign-out was acknowledged, with their cookies from before. */
  signedOut: HttpTestBrowser[]
  /** Every sign-in attempt, and whether it was accepted. */
  sent: { client: HttpTestBrowser; signed: SignedTestChallenge; accepted: boolean }[]
  /** Emits `acknowledged` for each acknowledged sign-in and sign-out. */
  events: EventEmitter
}

test('N14: a server killed at any time loses no acknowledged change and spends no challenge twice', async () => {
  test.setTimeout(240_000)
  const server = await startServerForTests({ COUNTERSIGN_LOG_LEVEL: 'warn' })
  try {
    const ledger: Ledger = { signedIn: [], signedOut: [], sent: [], events: new EventEmitter() }
    const stop = new AbortController()
    const crowd = Array.from({ length: people }, (_, index) =>
      signInAndOutRepeatedly(server.origin, 200 + index, ledger, stop.signal),
    )
    const isEnough = (): boolean => Math.min(ledger.signedIn.length, ledger.signedOut.length) > fewestDeaths
    let deaths = 0
    for (; deaths < fewestDeaths || !isEnough(); deaths += 1) {
      for (let left = Math.floor(Math.random() * (mostResponses + 1)); left > 0; left -= 1)
        await once(ledger.events, 'acknowledged')
      await wait(Math.random() * 50)
      await server.kill()
      await server.start()
    }
    stop.abort()
    await Promise.all(crowd)
    const summary = `${deaths} deaths; ${ledger.signedIn.length + ledger.signedOut.length} sign-ins and ${ledger.signedOut.length} sign-outs acknowledged`
    test.info().annotations.push({ type: 'acknowledged', description: summary })

    expect(ledger.signedIn.length).toBeGreaterThan(fewestDeaths)
    expect(ledger.signedOut.length).toBeGreaterThan(fewestDeaths)
    await processInBatches(ledger.signedIn, async (client) => expect(await client.readPersonId()).not.toBeNull())
    await processInBatches(ledger.signedOut, async (client) => expect(await client.readPersonId()).toBeNull())
    await processInBatches(ledger.sent, async ({ client, signed, accepted }) => {
      const answers = [
        accepted ? 200 : null,
        (await client.signIn(signed)).status,
        (await client.signIn(signed)).status,
      ]
      expect(answers.filter((status) => status === 200).length).toBeLessThanOrEqual(1)
      expect(answers.at(-1)).toBe(401)
    })
    const fresh = await signInWithHttpTestBrowser(server.origin, createEthereumTestKey(200))
    expect(await fresh.readPersonId()).not.toBeNull()

    await server.stop()
    const verified = await runCountersignCommand(
      ['audit', 'verify'],
      { COUNTERSIGN_DATABASE: `sqlite:${server.databasePath}` },
      dirname(server.databasePath),
    )
    expect(verified.output).toMatch(/The audit log is intact: \d+ entries/)
    expect(verified.exitCode).toBe(0)
  } finally {
    await server.remove()
  }
})

async function processInBatches<Item>(items: readonly Item[], look: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items]
  const lookOn = async (): Promise<void> => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await look(item)
  }
  await Promise.all(Array.from({ length: 8 }, lookOn))
}

async function signInAndOutRepeatedly(
  origin: string,
  keyNumber: number,
  ledger: Ledger,
  signal: AbortSignal,
): Promise<void> {
  const key = createEthereumTestKey(keyNumber)
  for (let visit = 0; !signal.aborted; visit += 1) {
    const client = createHttpTestBrowser(origin)
    try {
      const signed = signTestChallenge(await client.createChallenge(), key)
      const attempt = { client: client.copy(), signed, accepted: false }
      ledger.sent.push(attempt)
      const response = await client.signIn(signed)
      if (!response.ok) throw new Error(`not signed in: ${response.status}`)
      attempt.accepted = true
      ledger.events.emit('acknowledged')
      if (visit % 2 === 0) {
        ledger.signedIn.push(client)
        continue
      }
      const before = client.copy()
      if ((await client.signOut()).status !== 204) throw new Error('not signed out')
      ledger.signedOut.push(before)
      ledger.events.emit('acknowledged')
    } catch {
      // The server is down or died during the request: nothing was acknowledged.
      await wait(20)
    }
  }
}
