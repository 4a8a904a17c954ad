import { browserSignInFailureReasons, signInWays, walletAppIds } from '@countersign/api/sign-in-ways'
import { expect, test } from 'vitest'
import { createTestServer, ethereumTestKeys } from '../../testing/countersign-test-server.ts'
import type { TestServer } from '../../testing/countersign-test-server.ts'
import { openBrowserWithRole } from '../../testing/admin-role-test-steps.ts'
import { listSequencedAuditEntryTexts } from '../../testing/inspect-test-database.ts'
import { createTestServerWithPasskey } from '../../testing/passkey-sign-in-fixtures.ts'
import { signInWithPasskey } from '../../testing/passkey-test-steps.ts'

async function readMetrics({ http }: Pick<TestServer, 'http'>, name: string): Promise<string[]> {
  const { body } = await http.inject({ method: 'GET', url: '/metrics' })
  return body.split('\n').filter((line) => line.startsWith(name))
}

test('sign-ins are counted by way and outcome', async () => {
  const { app, passkey } = await createTestServerWithPasskey('sqlite', { label: 'Laptop' })
  await signInWithPasskey(app.openBrowser(), passkey)
  const browser = app.openBrowser()
  const signed = await browser.signChallenge(ethereumTestKeys.bob)
  expect((await browser.send('POST', '/api/sign-in', signed)).statusCode).toBe(200)
  expect((await browser.send('POST', '/api/sign-in', signed)).statusCode).toBe(401)
  const lines = await readMetrics(app, 'countersign_sign_ins_total')
  expect(lines).toContain('countersign_sign_ins_total{way="passkey",outcome="signed_in"} 1')
  expect(lines).toContain('countersign_sign_ins_total{way="ethereum",outcome="refused"} 1')
  expect(lines.join('\n')).toMatch(/countersign_sign_ins_total\{way="ethereum",outcome="signed_in"\} [1-9]/)
})

test.each([
  ['MetaMask', 'metamask'],
  ['OKX%20Wallet', 'okx'],
  ['rabby', 'rabby'],
  ['manual', 'manual'],
  ['Wallet%20of%20%22Eve%22%0A', 'other'],
  ['%', 'other'],
  ['constructor', 'other'],
  ['x'.repeat(80), 'other'],
])('the wallet that the browser names as %s is counted as %s, and logged', async (name, id) => {
  const app = await createTestServer()
  const browser = app.openBrowser()
  const signed = await browser.signChallenge(ethereumTestKeys.alice)
  const response = await browser.send('POST', '/api/sign-in', signed, { 'countersign-wallet': name })
  expect(response.statusCode).toBe(200)
  expect(await readMetrics(app, 'countersign_wallet_sign_ins_total')).toEqual([
    `countersign_wallet_sign_ins_total{wallet="${id}",outcome="signed_in"} 1`,
  ])
  const entries = await listSequencedAuditEntryTexts(app.database.queries)
  expect(entries.find((entry) => entry.startsWith('session.started'))).toContain(`"walletApp":"${id}"`)
})

test('every counted wallet app is one of the ways that an alert can name', () => {
  for (const id of walletAppIds) expect(signInWays).toContain(id)
})

const report = (app: TestServer, body: object, address?: string) =>
  app.openBrowser(address === undefined ? {} : { address }).send('POST', '/api/sign-in-failures', body)

test('N25: failures that a stranger reports are only counted, by known reasons and wallets', async () => {
  const app = await createTestServer()
  for (const reason of browserSignInFailureReasons)
    expect((await report(app, { reason, wallet: 'MetaMask' })).statusCode).toBe(204)
  expect((await report(app, { reason: 'wallet-failed', wallet: '"} 1\nfake_metric 7' })).statusCode).toBe(204)
  expect((await report(app, { reason: 'script-failed' })).statusCode).toBe(204)
  for (const body of [{ reason: 'other' }, {}, { reason: 'wallet-failed', wallet: 'x'.repeat(65) }])
    expect((await report(app, body)).statusCode).toBe(400)
  const lines = await readMetrics(app, 'countersign_browser_sign_in_failures_total')
  expect(lines).toHaveLength(browserSignInFailureReasons.length + 2)
  expect(lines).toContain('countersign_browser_sign_in_failures_total{reason="wallet-failed",wallet="other"} 1')
  expect(lines).toContain('countersign_browser_sign_in_failures_total{reason="script-failed",wallet="none"} 1')
  expect(await readMetrics(app, 'fake_metric')).toEqual([])
})

test('N25: any number of reported failures raises no alert and stores nothing', async () => {
  const app = await createTestServer()
  const { browser } = await openBrowserWithRole(app, ethereumTestKeys.alice, 'auditor')
  const before = await listSequencedAuditEntryTexts(app.database.queries)
  for (let network = 0; network < 20; network += 1)
    for (let count = 0; count < 10; count += 1)
      await report(app, { reason: 'wallet-failed', wallet: 'MetaMask' }, `198.51.${network}.1`)
  expect((await browser.send('GET', '/api/admin/alerts')).json()).toEqual({ items: [] })
  expect(await listSequencedAuditEntryTexts(app.database.queries)).toEqual(before)
})

test('N25: one network can report only a limited number of failures per minute, and delays no one’s sign-in', async () => {
  const app = await createTestServer({
    environment: { COUNTERSIGN_CHALLENGES_PER_NETWORK_PER_MINUTE: '3' },
  })
  const statuses = []
  for (let count = 0; count < 5; count += 1)
    statuses.push((await report(app, { reason: 'disconnected' }, '198.51.100.1')).statusCode)
  expect(statuses).toEqual([204, 204, 204, 429, 429])
  expect((await app.openBrowser({ address: '198.51.100.1' }).signIn()).statusCode).toBe(200)
})
