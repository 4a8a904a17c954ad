import { describe, expect, test } from 'vitest'
import { disableApplication } from '../../../store/applications/disable-application.ts'
import { enableApplication } from '../../../store/applications/enable-application.ts'
import { systemRandomBytes } from '../../../platform/clock.ts'
import {
  addTestClientApplication,
  createAuthorizationUrl,
  createOidcTestServer,
  getRedirectLocation,
  getInteractionIdFromRedirect,
  postFormAsApplication,
  signInToOidcInteraction,
} from '../../../testing/oidc-application-test-steps.ts'
import { summarizeOAuthResponse } from '../../../testing/oauth-token-test-steps.ts'

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

describe('application enabled again after it was disabled', () => {
  test('N14: earlier tokens, device codes, pushed requests, and interactions stay invalid', async () => {
    const app = await createOidcTestServer()
    const context = { queries: app.database.queries, random: systemRandomBytes }
    const input = {
      scopes: ['openid' as const],
      resources: [{ resource: 'https://api.example/', scopes: ['read'] }],
      grantTypes: ['authorization_code' as const, 'client_credentials' as const, deviceGrant as typeof deviceGrant],
    }
    const [application, other] = [
      await addTestClientApplication(app, input),
      await addTestClientApplication(app, { ...input, id: 'other' }),
    ]
    const startFlows = async (of: typeof application) => {
      const browser = app.openBrowser()
      const { access_token } = (
        await postFormAsApplication(app, '/token', of, {
          grant_type: 'client_credentials',
          resource: 'https://api.example/',
        })
      ).json<{
        access_token: string
      }>()
      const { device_code, user_code } = (
        await postFormAsApplication(app, '/device/authorize', of, { scope: 'openid' })
      ).json<{
        device_code: string
        user_code: string
      }>()
      const interaction = getInteractionIdFromRedirect(await browser.send('GET', createAuthorizationUrl(of)))
      const { request_uri } = (
        await postFormAsApplication(
          app,
          '/par',
          of,
          Object.fromEntries(new URL(createAuthorizationUrl(of), 'https://sign-in.example').searchParams),
        )
      ).json<{ request_uri: string }>()
      return { browser, access_token, device_code, user_code, interaction, request_uri }
    }
    const what = async (
      of: typeof application,
      {
        browser,
        access_token,
        device_code,
        user_code,
        interaction,
        request_uri,
      }: Awaited<ReturnType<typeof startFlows>>,
    ) => {
      const read = await browser.send('GET', `/api/interactions/${interaction}`)
      if (read.statusCode === 200) await signInToOidcInteraction(browser, interaction)
      else await browser.signIn()
      const pushed = getRedirectLocation(
        await browser.send('GET', `/authorize?${new URLSearchParams({ client_id: of.id, request_uri })}`),
      )
      return {
        token: (await postFormAsApplication(app, '/introspect', of, { token: access_token })).json<{
          active: boolean
        }>().active,
        interaction: read.statusCode,
        confirmation: (await browser.send('POST', '/api/device/read', { userCode: user_code })).statusCode,
        device: summarizeOAuthResponse(
          await postFormAsApplication(app, '/token', of, { grant_type: deviceGrant, device_code }),
        ),
        pushed: pushed.replace(/[?].*/s, ''),
      }
    }
    const [given, theirs] = [await startFlows(application), await startFlows(other)]
    await disableApplication(context, application.id, app.clock.now)
    const kept = await app.database.queries.selectFrom('provider_records').select('kind').orderBy('kind').execute()
    expect(kept.map((row) => row.kind)).toEqual([
      'DeviceCode',
      'Interaction',
      'PushedAuthorizationRequest',
      'SignedToken',
    ])
    await enableApplication(context, application.id, app.clock.now)
    expect(await what(application, given)).toEqual({
      token: false,
      interaction: 404,
      confirmation: 404,
      device: '400 invalid_grant',
      pushed: '/error',
    })
    expect(await what(other, theirs)).toEqual({
      token: true,
      interaction: 200,
      confirmation: 200,
      device: '400 authorization_pending',
      pushed: '/consent',
    })
  })
})
