// Token reuse in tests: public clients, approved devices, DPoP keys, and audit log entries.
import { expect } from 'vitest'
import { listSequencedAuditEntryTexts } from './inspect-test-database.ts'
import type { TestServer } from './countersign-test-server.ts'
import { addTestClientApplication } from './oidc-application-test-steps.ts'
import type { TestClientApplication, TokenResponse } from './oidc-application-test-steps.ts'
import { readOAuthTokenActiveStates } from './oauth-token-test-steps.ts'

export type TestServerWithHttp = Pick<TestServer, 'http'>

export const readLastAuditEntry = async ({ database }: Pick<TestServer, 'database'>) =>
  (await listSequencedAuditEntryTexts(database.queries)).at(-1)

export const expectedTokenReusedAuditEntry = 'token.reuse_detected refused {"applicationId":"test-app"}'

export const expectedTokenRetriedAuditEntry = 'token.retried success {"applicationId":"test-app"}'

export const listStoredTokenResponses = ({ database }: Pick<TestServer, 'database'>) =>
  database.queries.selectFrom('token_responses').selectAll().execute()

export const expectTokenFamiliesRevoked = async (
  app: TestServerWithHttp,
  application: TestClientApplication,
  families: readonly TokenResponse[],
) => {
  for (const tokens of families)
    expect(await readOAuthTokenActiveStates(app, application, tokens)).toEqual([false, false])
}

/** A client without a secret, whose refresh tokens rotate. */
export const addPublicClient = (app: Pick<TestServer, 'database' | 'clock'>, input: object = {}) =>
  addTestClientApplication(app, { kind: 'single-page', ...input })
