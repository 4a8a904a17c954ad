// Untrusted browsers of a person, and steps to handle them.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { expect } from 'vitest'
import type { TestServer, TestBrowser } from './countersign-test-server.ts'

export const listUntrustedBrowsersForTests = async (
  browser: TestBrowser,
): Promise<ApiEndpointOutput<'listUntrustedBrowsers'>['items']> => {
  const answer = (await browser.send('GET', '/api/browsers/untrusted')).json<
    ApiEndpointOutput<'listUntrustedBrowsers'>
  >()
  expect(answer.nextCursor).toBeNull()
  return answer.items
}
export const requireSingleUntrustedBrowser = async (browser: TestBrowser) => {
  const [one, ...others] = await listUntrustedBrowsersForTests(browser)
  if (one === undefined || others.length > 0)
    throw new Error(`${others.length + (one === undefined ? 0 : 1)} new browsers`)
  return one
}
export const requestUntrustedBrowserTrustForTests = (browser: TestBrowser, id: string) =>
  browser.send('POST', `/api/browsers/${id}/trust`)
export const requestUntrustedBrowserRemovalForTests = (browser: TestBrowser, id: string) =>
  browser.send('DELETE', `/api/browsers/${id}`)
export async function openOwnAndAttackerBrowsers(app: TestServer): Promise<{ own: TestBrowser; other: TestBrowser }> {
  const own = app.openBrowser({ userAgent: 'Own', address: '192.0.2.7' })
  const other = app.openBrowser({ userAgent: 'Other', address: '198.51.100.9' })
  await own.signIn()
  await own.stepUp()
  app.clock.now += 1000
  await other.signIn()
  return { own, other }
}
