import { describe, expect, test } from 'vitest'
import { changeApplicationDefinition } from '../../../store/applications/change-application-definition.ts'
import { findApplicationById } from '../../../store/applications/application-store.ts'
import { systemRandomBytes } from '../../../platform/clock.ts'
import {
  addTestClientApplication,
  createAuthorizationUrl,
  getRedirectLocation,
} from '../../../testing/oidc-application-test-steps.ts'
import {
  createTwoOidcServerInstances,
  obtainTokenFamilyBySignIn,
  sendRefreshTokenRequest,
  requestUserinfo,
} from '../../../testing/oauth-token-test-steps.ts'

describe('application changed on one instance', () => {
  test('P4: another instance applies the new redirect URIs and scopes immediately', async () => {
    const { one: here, two: there } = await createTwoOidcServerInstances('sqlite')
    const application = await addTestClientApplication(here)
    const browser = there.openBrowser()
    const family = await obtainTokenFamilyBySignIn(there, browser, application, {
      scope: 'openid wallet offline_access',
    })
    expect((await requestUserinfo(there, family.access_token)).json()).toHaveProperty('wallet')
    expect(getRedirectLocation(await browser.send('GET', createAuthorizationUrl(application)))).toMatch(
      /^https:\/\/app\.example\/callback\?code=/,
    )

    const { queries } = here.database
    const before = await findApplicationById(queries, application.id)
    if (before === undefined) throw new Error('It was just added')
    const definition = {
      ...before.definition,
      redirectUris: ['https://app.example/other'],
      scopes: before.definition.scopes.filter((scope) => scope !== 'wallet'),
    }
    expect(
      await changeApplicationDefinition({ queries, random: systemRandomBytes }, { definition }, here.clock.now),
    ).toMatchObject({
      outcome: 'changed',
    })

    expect((await requestUserinfo(there, family.access_token)).json()).not.toHaveProperty('wallet')
    expect((await sendRefreshTokenRequest(there, application, family.refresh_token)).json()).toMatchObject({
      scope: 'openid offline_access',
    })
    expect(getRedirectLocation(await browser.send('GET', createAuthorizationUrl(application)))).toMatch(/^\/error/)
    expect(
      getRedirectLocation(
        await browser.send('GET', createAuthorizationUrl({ ...application, redirectUri: 'https://app.example/other' })),
      ),
    ).toMatch(/^https:\/\/app\.example\/other\?code=/)
  })

  test('N8: code that reads the definition cannot mutate it', async () => {
    const { one: here } = await createTwoOidcServerInstances('sqlite')
    const application = await addTestClientApplication(here)
    const read = await findApplicationById(here.database.queries, application.id)
    expect(() => read?.definition.redirectUris.push('https://evil.example')).toThrow(TypeError)
  })
})
