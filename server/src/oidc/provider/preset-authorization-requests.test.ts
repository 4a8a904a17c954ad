// What each known program asks for, as it asks it, is let through to the sign-in by what the program is here: the data of the programs and the
// provider agree about redirect addresses, scopes and PKCE.
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

test('the request of every program is let through, and those without PKCE are the ones that may be', async () => {
  const app = await createOidcTestServer()
  const answers: Record<string, string> = {}
  for (const program of applicationPresets) {
    const definition = expandPresetDefinition(program, program.address ?? '')
    // Keys of RSA take long to make, and change nothing about the request.
    const application = await addTestClientApplication(app, { ...definition, idTokenAlgorithm: 'ES256' })
    // Many ask for an e-mail address always, whatever they are told.
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

test('the sign-out of every program that leads here is accepted with its return address, and no other address is', async () => {
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
