// Reads a person's activity through the API.
import type { ApiActivityEvent, ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { expect } from 'vitest'
import { createTestServer } from './countersign-test-server.ts'
import type { TestServer, TestBrowser } from './countersign-test-server.ts'
import { databaseKinds } from './database-fixtures.ts'

type Page = ApiEndpointOutput<'listActivity'>
export const readPersonActivityPageForTests = async (browser: TestBrowser, query = ''): Promise<Page> => {
  const answer = await browser.send('GET', `/api/activity${query}`)
  expect(answer.statusCode).toBe(200)
  return answer.json<Page>()
}

export async function readAllPersonActivityForTests(browser: TestBrowser, query = ''): Promise<ApiActivityEvent[]> {
  const all: ApiActivityEvent[] = []
  let cursor: string | null = null
  do {
    const next: Page = await readPersonActivityPageForTests(
      browser,
      `?${query}${cursor === null ? '' : `&cursor=${cursor}`}`,
    )
    expect(next.items.length).toBeLessThanOrEqual(50)
    all.push(...next.items)
    cursor = next.nextCursor
  } while (cursor !== null)
  return all
}

const many = {
  COUNTERSIGN_SIGN_INS_PER_WALLET_PER_MINUTE: '1000',
  COUNTERSIGN_SIGN_INS_PER_NETWORK_PER_MINUTE: '1000',
  COUNTERSIGN_CHALLENGES_PER_NETWORK_PER_MINUTE: '1000',
}

export async function createTestServerWithSignedInBrowser(
  kind: (typeof databaseKinds)[number] = 'sqlite',
): Promise<{ app: TestServer; browser: TestBrowser }> {
  const app = await createTestServer({ database: kind, environment: many })
  const browser = app.openBrowser()
  await browser.signIn()
  return { app, browser }
}
