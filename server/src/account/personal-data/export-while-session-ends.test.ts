// Tests slow exports while the session ends or stays active.
import { get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { bulkInsertAuditEntriesWithFakeHashes } from '../../testing/bulk-insert-audit-entries-with-fake-hashes.ts'
import { createTestServer, openSteppedUpBrowser } from '../../testing/countersign-test-server.ts'
import type { TestServer, TestBrowser } from '../../testing/countersign-test-server.ts'
import { readBrowserSession } from '../../testing/browser-session-test-steps.ts'

describe('slow export download', () => {
  async function openSlowly(
    path: string,
  ): Promise<{ app: TestServer; browser: TestBrowser; rest: () => Promise<'whole' | 'broken off'> }> {
    const app = await createTestServer()
    const browser = await openSteppedUpBrowser(app)
    const personId = (await readBrowserSession(browser)).person?.id ?? ''
    // These entries are more than the network buffers can hold.
    await bulkInsertAuditEntriesWithFakeHashes(app.database.queries, {
      from: 1000,
      lines: 40_000,
      at: app.clock.now,
      owner: () => ({ personId }),
    })
    await app.http.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.http.server.address() as AddressInfo
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await new Promise<IncomingMessage>((resolve, reject) =>
      get({ port, host: '127.0.0.1', path, headers: { cookie } }, resolve).on('error', reject),
    )
    await new Promise((resolve) => response.once('readable', resolve))
    const rest = () =>
      new Promise<'whole' | 'broken off'>((resolve) => {
        response.once('end', () => resolve('whole'))
        response.once('error', () => resolve('broken off'))
        response.resume()
      })
    return { app, browser, rest }
  }

  test.each(['/api/export', '/api/activity/export?format=csv', '/api/activity/export?format=jsonl'])(
    'P4: is aborted when the session ends: %s',
    async (path) => {
      const { browser, rest } = await openSlowly(path)
      await browser.send('POST', '/api/sign-out')
      expect(await rest()).toBe('broken off')
    },
  )

  test('completes after a step-up in another tab, and is aborted after sign-out there', async () => {
    const { browser, rest } = await openSlowly('/api/activity/export?format=csv')
    await browser.stepUp()
    expect(await rest()).toBe('whole')
    const signedOut = await openSlowly('/api/activity/export?format=csv')
    await signedOut.browser.stepUp()
    await signedOut.browser.send('POST', '/api/sign-out')
    expect(await signedOut.rest()).toBe('broken off')
  })

  test('completes while the session stays active', async () => {
    const { rest } = await openSlowly('/api/export')
    expect(await rest()).toBe('whole')
  })
})
