import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installGoPrograms } from '../third-party-program-installers.ts'
import { assertThat, assertSignedOut } from '../integration-test-assertions.ts'
import { startHeaderEchoServer } from '../start-header-echo-server.ts'
import type { IntegrationTest } from '../integration-test-types.ts'

export const oauth2ProxyTest: IntegrationTest = {
  id: 'oauth2-proxy',
  registry: 'Go modules',
  install: async (folder) => {
    await installGoPrograms(folder, 'github.com/oauth2-proxy/oauth2-proxy/v7@v7.15.6')
    return '7.15.6'
  },
  run: async ({ folder, server, port, register, start, alice, bob }, installed) => {
    const at = await port()
    const address = `http://127.0.0.1:${at}`
    const upstream = await startHeaderEchoServer()
    try {
      const { paste } = await register(address, [
        '--scope',
        'openid profile wallet groups',
        '--post-logout',
        `${address}/`,
      ])
      const secret = join(folder, 'cookie-secret')
      writeFileSync(secret, '0123456789abcdef0123456789abcdef')
      const command = paste
        .replaceAll('/etc/oauth2-proxy/cookie-secret', secret)
        .replace('oauth2-proxy ', `${join(installed, 'bin/oauth2-proxy')} `)
      const options = `--http-address=127.0.0.1:${at} --upstream=${upstream.origin} --cookie-secure=false --allowed-group=staff`
      await start(['bash', '-c', `exec ${command} ${options}`], `${address}/ping`)
      await alice.signInAt(`${address}/wiki/page?x=1&y=2`)
      assertThat(alice.page.url() === `${address}/wiki/page?x=1&y=2`, `after sign-in at ${alice.page.url()}`)
      const headers = await upstream.read(alice.page)
      assertThat(headers['x-forwarded-preferred-username'] === 'alice', `headers: ${JSON.stringify(headers)}`)
      assertThat(headers['x-forwarded-groups'] === 'admins,staff', `groups: ${headers['x-forwarded-groups']}`)
      await bob.signInAt(`${address}/wiki/page`)
      const refusal = await bob.page.innerText('body')
      assertThat(refusal.startsWith('403'), `Bob sees: ${refusal}`)
      const back = `${server.origin}/end-session?client_id=oauth2-proxy&post_logout_redirect_uri=${encodeURIComponent(`${address}/`)}`
      await alice.page.goto(`${address}/oauth2/sign_out?rd=${encodeURIComponent(back)}`)
      await alice.page.getByRole('button', { name: 'Sign out' }).click()
      await alice.page.waitForURL((url) => url.pathname.startsWith('/sign-in'))
      await assertSignedOut(alice, server.origin)
      return {
        signIn: 'works, returns to the page with its query',
        names: '`X-Forwarded-Preferred-Username`; the user is the `sub`',
        groups: '`X-Forwarded-Groups`, `--allowed-group`',
        refused: '403 "Forbidden"',
        signOut: 'both sessions, returns to the application',
        refresh: 'not tested',
      }
    } finally {
      await upstream.close()
    }
  },
}
