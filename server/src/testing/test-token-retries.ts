// Tokens that are presented again, for tests: public clients, approved devices, DPoP keys, and the audit log entries of reuse.
import { expect } from 'vitest'
import { readAuditLog } from './read-database-state.ts'
import type { TestApp } from './test-app.ts'
import { addTestApplication } from './test-oidc-applications.ts'
import type { TestApplication, TokenResponse } from './test-oidc-applications.ts'
import { checkTokensWork } from './test-tokens.ts'

export type TokenClientApp = Pick<TestApp, 'http'>

export const readLastEvent = async ({ database }: Pick<TestApp, 'database'>) =>
  (await readAuditLog(database.queries)).at(-1)

export const tokenReusedEntry = 'token.reuse_detected refused {"applicationId":"test-app"}'

export const tokenReplayedEntry = 'token.retried success {"applicationId":"test-app"}'

export const listTokenAnswers = ({ database }: Pick<TestApp, 'database'>) =>
  database.queries.selectFrom('token_responses').selectAll().execute()

export const expectFamilyEnded = async (
  app: TokenClientApp,
  application: TestApplication,
  families: readonly TokenResponse[],
) => {
  for (const tokens of families) expect(await checkTokensWork(app, application, tokens)).toEqual([false, false])
}

/** A client without a secret, whose refresh tokens rotate. */
export const addPublicClient = (app: Pick<TestApp, 'database' | 'clock'>, input: object = {}) =>
  addTestApplication(app, { kind: 'single-page', ...input })
