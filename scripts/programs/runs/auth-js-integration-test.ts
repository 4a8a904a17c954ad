import { expectPageText, assertSignedIn } from '../integration-test-assertions.ts'
import { installNpmPackages } from '../third-party-program-installers.ts'
import { startNodeJsApplicationTestSite } from '../start-nodejs-application-test-site.ts'
import type { IntegrationTest } from '../integration-test-types.ts'

const site = (paste: string): string => `import { ExpressAuth, getSession } from '@auth/express'
import express from 'express'
${paste}
const settings = { trustHost: true, secret: process.env.SESSION_SECRET, basePath: '/api/auth', providers: [countersign] }
const app = express()
// Auth.js reads its own address from the first group of the path, which Express 5 supports only in regular expressions.
app.use(/^\\/api\\/auth\\/(.*)/, ExpressAuth(settings))
app.get('/', async (request, response) => {
  const session = await getSession(request, settings)
  response.send(session ? \`<h1>Hello \${session.user.name}</h1>\` : '<h1>Guest</h1>')
})
app.listen(Number(process.env.PORT), '127.0.0.1')
`

export const authJsTest: IntegrationTest = {
  id: 'auth-js',
  registry: 'npm',
  install: async (folder) => {
    await installNpmPackages(folder, '@auth/express@0.12.3', '@auth/core@0.41.3', 'express@5.3.0')
    return '`@auth/express` 0.12.3, `@auth/core` 0.41.3'
  },
  run: async ({ folder, server, port, register, start, alice, bob }, installed) => {
    const address = `http://127.0.0.1:${await port()}`
    const registered = await register(address, ['--allowed-group', 'staff'])
    await startNodeJsApplicationTestSite({ folder, start }, installed, {
      address,
      registered,
      text: site(registered.paste),
    })
    const { page } = alice
    const signInAddress = `${address}/api/auth/signin?callbackUrl=${encodeURIComponent(address)}`
    await page.goto(signInAddress)
    await page.getByRole('button', { name: 'Sign in with Countersign' }).click()
    await alice.allow()
    await expectPageText(page, 'Hello alice')
    await bob.page.goto(signInAddress)
    await bob.page.getByRole('button', { name: 'Sign in with Countersign' }).click()
    await expectPageText(bob.page, 'can’t use Auth.js')
    await page.goto(`${address}/api/auth/signout?callbackUrl=${encodeURIComponent(address)}`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expectPageText(page, 'Guest')
    await assertSignedIn(alice, server.origin)
    return {
      signIn: 'works',
      names: 'username, as the name of the user',
      groups: '`--allowed-group`',
      refused: 'Countersign shows the reason',
      signOut: 'only its own session',
      refresh: '-',
    }
  },
}
