import { expectPageText, assertSignedOut } from '../integration-test-assertions.ts'
import { installNpmPackages } from '../third-party-program-installers.ts'
import { startNodeJsApplicationTestSite } from '../start-nodejs-application-test-site.ts'
import type { IntegrationTest } from '../integration-test-types.ts'
import { signOutAndAssertBackChannelLogout } from '../sign-out-and-assert-back-channel-logout.ts'

const site = (paste: string): string => `import express from 'express'

const app = express()
${paste}
app.get('/', async (request, response) => {
  if (!request.oidc.isAuthenticated()) return response.send('<h1>Guest</h1><a href="/login">Sign in</a>')
  const { preferred_username, groups = [] } = await request.oidc.fetchUserInfo()
  if (!groups.includes('staff')) return response.status(403).send(\`<h1>Only for staff, \${preferred_username}</h1>\`)
  response.send(\`<h1>Hello \${preferred_username}</h1><p>Groups: \${groups.join(' ')}</p><a href="/logout">Sign out</a>\`)
})
app.get('/refresh', async (request, response) => {
  const before = request.oidc.accessToken.access_token
  const { access_token } = await request.oidc.accessToken.refresh()
  response.send(access_token === before ? 'the same token' : 'another token')
})
app.listen(Number(process.env.PORT), '127.0.0.1')
`

export const expressOpenidConnectTest: IntegrationTest = {
  id: 'express-openid-connect',
  registry: 'npm',
  install: async (folder) => {
    await installNpmPackages(folder, 'express-openid-connect@3.4.0', 'express@5.3.0', 'express-session@1.19.0')
    return '3.4.0, Express 5.3.0'
  },
  run: async ({ folder, server, port, register, start, alice, bob }, installed) => {
    const address = `http://127.0.0.1:${await port()}`
    const registered = await register(address, ['--scope', 'openid profile wallet groups offline_access'])
    await startNodeJsApplicationTestSite({ folder, start }, installed, {
      address,
      registered,
      text: site(registered.paste),
    })
    const { page } = alice
    await page.goto(address)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await alice.allow()
    await expectPageText(page, 'Hello alice')
    await expectPageText(page, 'Groups: admins staff')
    await page.goto(`${address}/refresh`)
    await expectPageText(page, 'another token')
    await bob.signInAt(`${address}/login`)
    await expectPageText(bob.page, 'Only for staff, bob')

    await page.goto(`${address}/logout`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL((url) => url.origin === address)
    await expectPageText(page, 'Guest')
    await assertSignedOut(alice, server.origin)

    await signOutAndAssertBackChannelLogout(bob, server, async () =>
      (await (await bob.page.request.get(address)).text()).includes('Guest'),
    )
    return {
      signIn: 'works',
      names: 'username, from userinfo',
      groups: 'from userinfo, read by the application',
      refused: 'refused by the application',
      signOut: 'both sessions, returns to the application; back-channel logout',
      refresh: 'works, with `offline_access` in the scopes',
    }
  },
}
