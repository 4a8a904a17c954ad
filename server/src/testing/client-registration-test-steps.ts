// Dynamic client registration for tests: metadata and registration tokens.
import { systemRandomBytes } from '../platform/clock.ts'
import { createOidcTestServerWithRsaKey } from './oidc-application-test-steps.ts'
import { createClientRegistrationToken } from '../oidc/provider/client-registration-tokens.ts'

type RegistrationApp = Awaited<ReturnType<typeof createOidcTestServerWithRsaKey>>

export const validClientMetadata = {
  client_name: 'Theirs',
  redirect_uris: ['https://their.example/callback'],
  grant_types: ['authorization_code'],
}

export const sendClientRegistration = (app: RegistrationApp, metadata: object, token?: string) =>
  app.http.inject({
    method: 'POST',
    url: '/register',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    payload: JSON.stringify(metadata),
  })

export async function createTestClientRegistrationToken(app: RegistrationApp, uses = 1000): Promise<string> {
  const token = await createClientRegistrationToken(
    { queries: app.database.queries, random: systemRandomBytes },
    { now: app.clock.now, lifeMs: 3_600_000, uses },
  )
  // Instances notice a new token within seconds.
  app.pass(6000)
  return token
}

export const listApplicationIdsForTests = async ({ database }: RegistrationApp): Promise<string[]> =>
  (await database.queries.selectFrom('applications').select('id').execute()).map(({ id }) => id)
