import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installNpmPackages } from '../third-party-program-installers.ts'
import type { TestPerson, IntegrationTest } from '../integration-test-types.ts'
import { expectPageText, assertThat, assertSignedIn } from '../integration-test-assertions.ts'

async function readUser({ page }: TestPerson, address: string): Promise<{ username?: string }> {
  const found = await page.waitForFunction(() => localStorage.getItem('auth-tokens'))
  const { access_token: token } = JSON.parse(String(await found.jsonValue())) as { access_token: string }

  const settings = await page.request.get(`${address}/settings`, { headers: { authorization: `Bearer ${token}` } })
  assertThat(settings.ok(), `the editor answers ${settings.status()}`)
  return ((await settings.json()) as { user?: { username?: string } }).user ?? {}
}

export const nodeRedTest: IntegrationTest = {
  id: 'node-red',
  registry: 'npm',
  install: async (folder) => {
    await installNpmPackages(folder, 'node-red@4.1.15', 'passport-openidconnect@0.1.2')
    return '4.1.15, passport-openidconnect 0.1.2'
  },
  run: async ({ folder, server, port, register, start, alice, bob }, installed) => {
    const at = await port()
    const address = `http://127.0.0.1:${at}`
    const { paste } = await register(address, ['--allowed-group', 'staff'])
    const settings = join(folder, 'settings.js')
    writeFileSync(
      settings,
      `const { createRequire } = require('node:module')
require = createRequire(${JSON.stringify(join(installed, 'package.json'))})
module.exports = { uiPort: ${at}, uiHost: '127.0.0.1', userDir: ${JSON.stringify(folder)},
  editorTheme: { tours: false }, telemetry: { enabled: false }, ${paste} }`,
    )
    await start([process.execPath, join(installed, 'node_modules/node-red/red.js'), '--settings', settings], address)
    const signInAddress = `${address}/auth/strategy`
    await alice.signInAt(signInAddress)
    const { username = '' } = await readUser(alice, address)
    assertThat(username === 'alice', `the editor calls Alice "${username}"`)
    await bob.page.goto(signInAddress)
    await expectPageText(bob.page, 'can’t use Node-RED')
    await alice.page.locator('#red-ui-header-button-user').click()
    await alice.page.getByText('Logout', { exact: true }).click()
    await alice.page.waitForFunction(() => localStorage.getItem('auth-tokens') === null)
    await assertSignedIn(alice, server.origin)
    return {
      signIn: 'works',
      names: 'username',
      groups: '`--allowed-group`',
      refused: 'Countersign shows the reason',
      signOut: 'only its own session',
      refresh: '-',
    }
  },
}
