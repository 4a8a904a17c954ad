// The provider accepts the authorization request of each preset (redirect URI, scopes, PKCE).
import { expect, test } from 'vitest'
import { applicationPresets } from '../presets/application-preset-registry.ts'
import { expandPresetDefinition } from '../presets/expand-application-preset.ts'
import {
  addTestClientApplication,
  createOidcTestServer,
  getRedirectLocation,
  postFormAsApplication,
  pkceTestCodeChallenge,
} from '../../testing/oidc-application-test-steps.ts'

test('the authorization request of every preset is accepted, with PKCE unless it is optional', async () => {
  const app = await createOidcTestServer()
  const answers: Record<string, string> = {}
  for (const program of applicationPresets) {
    const definition = expandPresetDefinition(program, program.address ?? '')
    // RSA keys are slow to generate and make no difference here.
    const application = await addTestClientApplication(app, { ...definition, idTokenAlgorithm: 'ES256' })
    // Many programs always request `email`.
    const scope = [...(definition.scopes ?? []), 'email'].join(' ')
    const sendsPkce = program.definition.pkce !== 'optional'
    if (definition.kind === 'device') {
      const { statusCode, body } = await postFormAsApplication(
        app,
        '/device/authorize',
        { ...application, secret: null },
        { scope },
      )
      answers[program.id] = statusCode === 200 ? '/sign-in' : body
      continue
    }
    for (const redirect_uri of definition.redirectUris ?? []) {
      const query = new URLSearchParams({
        client_id: application.id,
        redirect_uri,
        response_type: 'code',
        scope,
        state: 'a-state',
        ...(sendsPkce && { code_challenge: pkceTestCodeChallenge, code_challenge_method: 'S256' }),
      })
      const where = getRedirectLocation(await app.openBrowser().send('GET', `/authorize?${query}`))
      answers[`${program.id} ${redirect_uri}`] = where.startsWith('/sign-in?') ? '/sign-in' : where
    }
  }
  expect(Object.entries(answers).filter(([, where]) => where !== '/sign-in')).toEqual([])
  expect(Object.keys(answers).length).toBeGreaterThan(applicationPresets.length)
})

test('logout of every preset is accepted with its return address, and refused with another', async () => {
  const app = await createOidcTestServer()
  const answer = async (client_id: string, post_logout_redirect_uri: string): Promise<string> => {
    const query = new URLSearchParams({ client_id, post_logout_redirect_uri })
    const response = await app.openBrowser().send('GET', `/end-session?${query}`)
    return `${response.statusCode} ${getRedirectLocation(response)}`.trim()
  }
  const answers: Record<string, string> = {}
  for (const program of applicationPresets) {
    const definition = expandPresetDefinition(program, program.address ?? '')
    const { id } = await addTestClientApplication(app, { ...definition, idTokenAlgorithm: 'ES256' })
    for (const address of definition.postLogoutUris ?? []) answers[`${id} ${address}`] = await answer(id, address)
  }
  expect(Object.entries(answers).filter(([, where]) => where.includes('/error'))).toEqual([])
  expect(Object.keys(answers).length).toBeGreaterThan(15)
  expect(await answer('keycloak', 'https://keycloak.example/realms/main')).toContain(
    '/error?code=application.redirect_uri_not_registered',
  )
})
