// Node-RED with passport-openidconnect.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installNpm } from '../install.ts'
import type { Person, ProgramRun } from '../program-run.ts'
import { expectText, must } from '../expect.ts'

/** The signed-in user as the editor sees them. */
const readUser = ({ page }: Person): Promise<{ username?: string }> =>
  page.evaluate(async () => {
    const { access_token } = JSON.parse(localStorage.getItem('auth-tokens') ?? '{}') as { access_token?: string }
    const answer = await fetch('/settings', { headers: { authorization: `Bearer ${access_token}` } })
    return ((await answer.json()) as { user: { username?: string } }).user
  })

export const nodeRed: ProgramRun = {
  id: 'node-red',
  registry: 'npm',
  install: async (folder) => {
    await installNpm(folder, 'node-red@4.1.15', 'passport-openidconnect@0.1.2')
    return '4.1.15, passport-openidconnect 0.1.2'
  },
  run: async ({ folder, port, register, start, alice, bob }, installed) => {
    const at = await port()
    const address = `http://127.0.0.1:${at}`
    const { paste } = await register(address, ['--allowed-group', 'staff'])
    const settings = join(folder, 'settings.js')
    writeFileSync(
      settings,
      `const { createRequire } = require('node:module')
require = createRequire(${JSON.stringify(join(installed, 'package.json'))})
module.exports = { uiPort: ${at}, uiHost: '127.0.0.1', userDir: ${JSON.stringify(folder)}, ${paste} }`,
    )
    await start([process.execPath, join(installed, 'node_modules/node-red/red.js'), '--settings', settings], address)
    const signInAddress = `${address}/auth/strategy`
    await alice.signInAt(signInAddress)
    await alice.page.waitForFunction(() => localStorage.getItem('auth-tokens') !== null)
    const { username = '' } = await readUser(alice)
    must(username === 'alice', `the editor calls Alice "${username}"`)
    await bob.page.goto(signInAddress)
    await expectText(bob.page, 'may not use Node-RED')
    return {
      signIn: 'works',
      names: 'user name',
      groups: '`--allowed-group`',
      refused: 'by Countersign, with words',
      signOut: 'not tried',
      refresh: '-',
    }
  },
}
