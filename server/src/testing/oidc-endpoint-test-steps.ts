// Runs OAuth flows, and calls the endpoints for people's applications.
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { openSteppedUpBrowser } from './countersign-test-server.ts'
import {
  addTestClientApplication,
  createAuthorizationUrl,
  getRedirectLocation,
  getInteractionIdFromRedirect,
  obtainTokens,
  postFormAsApplication,
  signInToOidcInteraction,
} from './oidc-application-test-steps.ts'
import { obtainTokenFamilyBySignIn, sendRefreshTokenRequest, requestUserinfo } from './oauth-token-test-steps.ts'
import type { ClockControlledTestServer } from './call-api-expecting-success.ts'
import { callApiExpectingSuccess } from './call-api-expecting-success.ts'

export async function exerciseOidcEndpoints(app: ClockControlledTestServer): Promise<void> {
  const key = createEthereumTestKey(915)
  const browser = await openSteppedUpBrowser(app, key)
  const application = await addTestClientApplication(app, {
    id: 'walked',
    scopes: ['openid', 'profile', 'wallet', 'proof', 'offline_access'],
    postLogoutUris: ['https://app.example/out'],
    backchannelLogoutUri: 'https://app.example/logout',
  })
  const family = await obtainTokenFamilyBySignIn(app, browser, application, {
    scope: 'openid profile wallet proof offline_access',
  })
  await requestUserinfo(app, family.access_token)
  const again = (await sendRefreshTokenRequest(app, application, family.refresh_token)).json<{
    access_token: string
    refresh_token: string
  }>()
  for (const token of [again.access_token, again.refresh_token])
    await postFormAsApplication(app, '/introspect', application, { token })
  await postFormAsApplication(app, '/revoke', application, { token: again.access_token })
  // Reuses a refresh token.
  await sendRefreshTokenRequest(app, application, family.refresh_token)
  await postFormAsApplication(app, '/request', application, {
    client_id: application.id,
    redirect_uri: application.redirectUri,
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  })
  const deniedInteractionId = getInteractionIdFromRedirect(
    await browser.send('GET', createAuthorizationUrl(application, { scope: 'openid profile', prompt: 'consent' })),
  )
  await callApiExpectingSuccess(browser, 'GET', `/api/interactions/${deniedInteractionId}`)
  await callApiExpectingSuccess(browser, 'POST', `/api/interactions/${deniedInteractionId}/deny`)
  const fresh = app.openBrowser()
  const wanted = getInteractionIdFromRedirect(await fresh.send('GET', createAuthorizationUrl(application)))
  await callApiExpectingSuccess(fresh, 'GET', `/api/interactions/${wanted}`)
  await signInToOidcInteraction(fresh, wanted, createEthereumTestKey(916))
  const consented = getInteractionIdFromRedirect(
    await browser.send(
      'GET',
      createAuthorizationUrl(application, { scope: 'openid profile wallet', prompt: 'consent' }),
    ),
  )
  await callApiExpectingSuccess(browser, 'POST', `/api/interactions/${consented}/consent`, { withheld: [] })

  const device = await addTestClientApplication(app, { id: 'walked-device', kind: 'device' })
  for (const decision of ['approve', 'deny'] as const) {
    const { user_code: userCode, device_code: code } = (
      await postFormAsApplication(app, '/device/authorize', device, { scope: 'openid' })
    ).json<{ user_code: string; device_code: string }>()
    await callApiExpectingSuccess(browser, 'POST', '/api/device/read', { userCode })
    await callApiExpectingSuccess(browser, 'POST', `/api/device/${decision}`, {
      userCode,
      ...(decision === 'approve' && { withheld: [] }),
    })
    app.pass(10_000)
    await postFormAsApplication(app, '/token', device, {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: code,
    })
  }
  const { items } = await callApiExpectingSuccess<{ items: { id: string; application: { id: string } }[] }>(
    browser,
    'GET',
    '/api/grants',
  )
  const { items: wallets } = await callApiExpectingSuccess<{ items: { id: string }[] }>(browser, 'GET', '/api/wallets')
  const grantOf = (id: string) => items.find((grant) => grant.application.id === id)?.id
  await callApiExpectingSuccess(browser, 'PATCH', `/api/grants/${grantOf(application.id)}`, { wallet: wallets[0]?.id })
  await callApiExpectingSuccess(browser, 'DELETE', `/api/grants/${grantOf(device.id)}`)
  const tokens = await obtainTokens(app, browser, application)
  const request = new URL(
    getRedirectLocation(
      await browser.send(
        'GET',
        `/end-session?${new URLSearchParams({ id_token_hint: tokens.id_token, post_logout_redirect_uri: 'https://app.example/out' })}`,
      ),
    ),
    'https://sign-in.example',
  ).searchParams.get('request')
  await callApiExpectingSuccess(browser, 'GET', `/api/sign-out-requests/${request}`)
  await callApiExpectingSuccess(browser, 'POST', `/api/sign-out-requests/${request}/confirm`)
  await callApiExpectingSuccess(browser, 'GET', `/api/application-home?application=${application.id}`)
}
