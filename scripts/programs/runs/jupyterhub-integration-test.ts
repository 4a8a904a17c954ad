import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectPageText, assertThat, assertSignedOut } from '../integration-test-assertions.ts'
import { installNpmPackages, installPythonPackages } from '../third-party-program-installers.ts'
import type { IntegrationTest } from '../integration-test-types.ts'

export const jupyterhubTest: IntegrationTest = {
  id: 'jupyterhub',
  registry: 'PyPI',
  install: async (folder) => {
    await installPythonPackages(folder, 'jupyterhub==6.1.1', 'oauthenticator==17.4.0')
    await installNpmPackages(join(folder, 'npm'), 'configurable-http-proxy@5.0.1')
    return '6.1.1, oauthenticator 17.4.0'
  },
  run: async ({ folder, server, port, register, start, alice, bob }, installed) => {
    const [at, hub, api] = [await port(), await port(), await port()]
    const address = `http://127.0.0.1:${at}`
    const { paste } = await register(address)
    writeFileSync(
      join(folder, 'jupyterhub_config.py'),
      `${paste}
c.JupyterHub.bind_url = '${address}'
c.JupyterHub.hub_bind_url = 'http://127.0.0.1:${hub}'
c.ConfigurableHTTPProxy.api_url = 'http://127.0.0.1:${api}'
c.ConfigurableHTTPProxy.command = ['${join(installed, 'npm/node_modules/.bin/configurable-http-proxy')}']
c.JupyterHub.default_url = '/hub/home'
`,
    )
    await start([join(installed, 'bin/jupyterhub')], `${address}/hub/login`, {
      environment: {
        JUPYTERHUB_CRYPT_KEY: '00'.repeat(32),
        PATH: `${join(process.execPath, '..')}:${join(installed, 'bin')}:${process.env['PATH'] ?? ''}`,
      },
    })
    const signInAddress = `${address}/hub/oauth_login?next=/hub/home`
    await alice.signInAt(signInAddress)
    await expectPageText(alice.page, 'alice')
    const isAdministrator = await alice.page.goto(`${address}/hub/admin`)
    assertThat(isAdministrator?.status() === 200, `Alice is no administrator: ${isAdministrator?.status()}`)
    await bob.signInAt(signInAddress)
    await expectPageText(bob.page, 'not currently authorized')
    await alice.page.goto(`${address}/hub/logout`)
    await alice.page.getByRole('button', { name: 'Sign out' }).click()
    await alice.page.waitForURL((url) => url.origin !== server.origin)
    await assertSignedOut(alice, server.origin)
    await alice.page.goto(`${address}/hub/home`)
    assertThat(!alice.page.url().endsWith('/hub/home'), 'the hub still knows Alice')
    return {
      signIn: 'works',
      names: 'username',
      groups: '`allowed_groups`, `admin_groups`',
      refused: '403 "you are not currently authorized"',
      signOut: 'both sessions, returns to the application',
      refresh: 'not tested',
    }
  },
}
