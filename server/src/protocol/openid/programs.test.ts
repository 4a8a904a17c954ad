// What each known program asks for, as it asks it, is let through to the sign-in by what the program is here: the data of the programs and the
// provider agree about redirect addresses, scopes and PKCE.
import { expect, test } from 'vitest'
import { allPrograms } from '../programs/all.ts'
import { definitionFor } from '../programs/fill-in.ts'
import { addTestApplication, createOpenIdApp, goesTo, post, testChallenge } from '../../testing/test-openid.ts'

test('the request of every program is let through, and those without PKCE are the ones that may be', async () => {
  const app = await createOpenIdApp()
  const answers: Record<string, string> = {}
  for (const program of allPrograms) {
    const definition = definitionFor(program, program.address ?? '')
    // Keys of RSA take long to make, and change nothing about the request.
    const application = await addTestApplication(app, { ...definition, idTokenAlgorithm: 'ES256' })
    // Many ask for an e-mail address always, whatever they are told.
    const scope = [...(definition.scopes ?? []), 'email'].join(' ')
    const sendsPkce = program.definition.pkce !== 'optional'
    if (definition.kind === 'device') {
      const { statusCode, body } = await post(app, '/device/authorize', { ...application, secret: null }, { scope })
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
        ...(sendsPkce && { code_challenge: testChallenge, code_challenge_method: 'S256' }),
      })
      const where = goesTo(await app.openBrowser().send('GET', `/authorize?${query}`))
      answers[`${program.id} ${redirect_uri}`] = where.startsWith('/sign-in?') ? '/sign-in' : where
    }
  }
  expect(Object.entries(answers).filter(([, where]) => where !== '/sign-in')).toEqual([])
  expect(Object.keys(answers).length).toBeGreaterThan(allPrograms.length)
})
