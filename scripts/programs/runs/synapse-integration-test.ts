// Uses a minimal client instead of Element.
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expectPageText, assertThat, assertSignedIn, assertSignedOut } from '../integration-test-assertions.ts'
import { installPythonPackages } from '../third-party-program-installers.ts'
import type { TestPerson, IntegrationTest } from '../integration-test-types.ts'

export const synapseTest: IntegrationTest = {
  id: 'synapse',
  registry: 'PyPI',
  install: async (folder) => {
    await installPythonPackages(folder, 'matrix-synapse[oidc]==1.163.2', 'Authlib==1.9.10')
    return '1.163.2, Authlib 1.9.10'
  },
  run: async ({ folder, server, port, register, start, alice, bob }, installed) => {
    const at = await port()
    const address = `http://127.0.0.1:${at}`
    const { paste } = await register(address, ['--scope', 'openid profile groups'])
    writeFileSync(
      join(folder, 'signing.key'),
      `ed25519 a_key ${randomBytes(32).toString('base64').replaceAll('=', '')}`,
    )
    const configuration = join(folder, 'homeserver.yaml')
    writeFileSync(
      configuration,
      `server_name: matrix.example
public_baseurl: ${address}/
listeners:
  - { port: ${at}, bind_addresses: [127.0.0.1], type: http, resources: [{ names: [client] }] }
database: { name: sqlite3, args: { database: homeserver.db } }
signing_key_path: signing.key
media_store_path: media
macaroon_secret_key: of-this-run
form_secret: of-this-run
report_stats: false
trusted_key_servers: []
sso: { client_whitelist: ["${address}/"] }
${paste}
    attribute_requirements:
      - attribute: groups
        value: staff
`,
    )
    await start(
      [join(installed, 'bin/python'), '-m', 'synapse.app.homeserver', '--config-path', configuration],
      `${address}/health`,
    )
    const signInAddress = `${address}/_matrix/client/v3/login/sso/redirect/oidc-countersign?redirectUrl=${address}/client`
    const takeToken = async ({ page }: TestPerson): Promise<{ user_id: string; access_token: string }> => {
      await page.waitForURL((url) => url.searchParams.has('loginToken'))
      const token = new URL(page.url()).searchParams.get('loginToken')
      const answer = await page.request.post(`${address}/_matrix/client/v3/login`, {
        data: { type: 'm.login.token', token },
      })
      assertThat(answer.ok(), `no access token: ${await answer.text()}`)
      return (await answer.json()) as { user_id: string; access_token: string }
    }
    const call = (path: string, token: string, method = 'GET'): Promise<Response> =>
      fetch(`${address}/_matrix/client/v3/${path}`, { method, headers: { authorization: `Bearer ${token}` } })

    await alice.signInAt(signInAddress)
    const first = await takeToken(alice)
    assertThat(first.user_id === '@alice:matrix.example', `Alice is ${first.user_id}`)
    const { displayname } = (await (await call(`profile/${first.user_id}`, first.access_token)).json()) as {
      displayname?: string
    }
    assertThat(displayname === 'alice', `the profile calls Alice "${displayname}"`)
    await bob.signInAt(signInAddress)
    await expectPageText(bob.page, 'You are not allowed to log in here.')

    await call('logout', first.access_token, 'POST')
    const afterLogout = await call('account/whoami', first.access_token)
    assertThat(afterLogout.status === 401, `after signing out of Matrix: ${afterLogout.status}`)
    await assertSignedIn(alice, server.origin)
    await alice.page.goto(signInAddress)
    const { access_token } = await takeToken(alice)
    const before = await call('account/whoami', access_token)
    assertThat(before.status === 200, `signed in again: ${before.status}`)
    await alice.page.goto(`${server.origin}/end-session`)
    await alice.page.getByRole('button', { name: 'Sign out' }).click()
    await alice.page.waitForURL('**/signed-out**')
    await assertSignedOut(alice, server.origin)
    let last = before.status
    for (let tries = 0; tries < 50 && last === 200; tries++) {
      await wait(100)
      last = (await call('account/whoami', access_token)).status
    }
    assertThat(last === 401, `after signing out of Countersign: ${last}`)
    return {
      signIn: 'works',
      names: 'username in the Matrix ID and as display name',
      groups: '`attribute_requirements`',
      refused: '"You are not allowed to log in here."',
      signOut: 'only its own session; sign-out from Countersign ends the access token',
      refresh: '-',
    }
  },
}
