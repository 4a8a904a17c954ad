// A shared local mail server, and steps to verify an email address.
import { startTestMailServer } from '@countersign/testing/test-mail-server'
import type { TestMailServer } from '@countersign/testing/test-mail-server'
import type { DatabaseKind } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { createTestServer } from './countersign-test-server.ts'
import type { TestServer, TestBrowser } from './countersign-test-server.ts'
import { relaxedChallengeRateLimits } from './passkey-test-steps.ts'

export let sharedTestMailServer: TestMailServer
export async function startSharedTestMailServer(): Promise<void> {
  sharedTestMailServer = await startTestMailServer()
}
export const stopSharedTestMailServer = () => sharedTestMailServer.close()
export const clearReceivedMails = () => void sharedTestMailServer.mails.splice(0)

export const createTestSmtpEnvironment = (): Record<string, string> => ({
  COUNTERSIGN_SMTP_HOST: '127.0.0.1',
  COUNTERSIGN_SMTP_PORT: String(sharedTestMailServer.port),
  COUNTERSIGN_SMTP_TLS: 'none',
  COUNTERSIGN_SMTP_FROM: 'no-reply@sign-in.example',
})
export const relaxedEmailRateLimits = {
  ...relaxedChallengeRateLimits,
  COUNTERSIGN_EMAIL_CODES_PER_NETWORK_PER_MINUTE: '10000',
  COUNTERSIGN_EMAIL_CODES_PER_PERSON_PER_MINUTE: '1000',
  COUNTERSIGN_EMAIL_ATTEMPTS_PER_PERSON_PER_MINUTE: '1000',
}

export const createEmailVerificationTestServer = (
  database: DatabaseKind,
  environment: Record<string, string> = {},
): Promise<TestServer> =>
  createTestServer({
    database,
    environment: { ...relaxedEmailRateLimits, ...createTestSmtpEnvironment(), ...environment },
  })
export const requestEmailCodeForTests = (browser: TestBrowser, address: string, language = 'en') =>
  browser.send('POST', '/api/person/email', { address, language })
export const confirmEmailCodeForTests = (browser: TestBrowser, code: string) =>
  browser.send('POST', '/api/person/email/confirm', { code })
export const readLastEmailedCode = (): string =>
  /\b[0-9]{8}\b/.exec(sharedTestMailServer.mails.at(-1)?.raw.split('\r\n\r\n').slice(1).join('\n') ?? '')?.[0] ?? ''
