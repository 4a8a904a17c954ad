import { expectPageText, assertThat, assertSignedOut } from '../integration-test-assertions.ts'
import { installNpmPackages } from '../third-party-program-installers.ts'
import { startNodeJsApplicationTestSite } from '../start-nodejs-application-test-site.ts'
import type { IntegrationTest } from '../integration-test-types.ts'

const site = (paste: string, address: string): string => `import { createServer } from 'node:http'
import { betterAuth } from 'better-auth'
import { memoryAdapter } from 'better-auth/adapters/memory'
import { toNodeHandler } from 'better-auth/node'
import { genericOAuth } from 'better-auth/plugins'

const auth = betterAuth({
  baseURL: '${address}',
  secret: process.env.SESSION_SECRET,
  database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
  plugins: [
${paste}
  ],
})
const handle = toNodeHandler(auth)
const page = \`<!doctype html><h1></h1><button>Sign in</button>
<script type="module">
  const ask = async (path, body) => {
    const options = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    return (await fetch('/api/auth/' + path, options)).json()
  }
  const session = await ask('get-session')
  const button = document.querySelector('button')
  document.querySelector('h1').textContent = session ? 'Hello ' + session.user.name : 'Guest'
  button.textContent = session ? 'Sign out' : 'Sign in'
  button.onclick = async () => {
    const { url } = session ? await ask('sign-out', {}) : await ask('sign-in/social', { provider: 'countersign', callbackURL: '/' })
    location.href = url ?? '/?stayed'
  }
</script>\`
createServer((request, response) => {
  if (request.url.startsWith('/api/auth/')) return handle(request, response)
  response.writeHead(200, { 'content-type': 'text/html' }).end(page)
}).listen(Number(process.env.PORT), '127.0.0.1')
`

export const betterAuthTest: IntegrationTest = {
  id: 'better-auth',
  registry: 'npm',
  install: async (folder) => {
    await installNpmPackages(folder, 'better-auth@1.7.25')
    return '1.7.25'
  },
  run: async ({ folder, server, port, register, start, alice, bob }, installed) => {
    const address = `http://127.0.0.1:${await port()}`
    const registered = await register(address, [
      '--allowed-group',
      'staff',
      '--scope',
      'openid profile wallet offline_access',
    ])
    await startNodeJsApplicationTestSite({ folder, start }, installed, {
      address,
      registered,
      text: site(registered.paste, address),
    })
    const { page } = alice
    await page.goto(address)
    await expectPageText(page, 'Guest')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await alice.allow()
    await expectPageText(page, 'Hello alice')
    const answer = await page.request.get(`${address}/api/auth/get-session`)
    const { user } = (await answer.json()) as { user: { email: string } }
    assertThat(user.email.endsWith('@people.example'), `the email address of Alice is ${user.email}`)
    const accounts = await page.request.get(`${address}/api/auth/list-accounts`)
    const [account] = (await accounts.json()) as { id: string }[]
    const refreshed = await page.request.post(`${address}/api/auth/refresh-token`, {
      headers: { origin: address },
      data: { accountId: account?.id },
    })
    assertThat(
      refreshed.ok() && (await refreshed.text()).includes('accessToken'),
      `no refresh: ${await refreshed.text()}`,
    )
    await bob.page.goto(address)
    await bob.page.getByRole('button', { name: 'Sign in' }).click()
    await expectPageText(bob.page, 'can’t use Better Auth')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL((url) => url.origin === server.origin)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL((url) => url.origin === address)
    await expectPageText(page, 'Guest')
    await assertSignedOut(alice, server.origin)
    return {
      signIn: 'works, with an alias as email address',
      names: 'username, as the name of the user',
      groups: '`--allowed-group`',
      refused: 'Countersign shows the reason',
      signOut: 'both sessions, returns to the application',
      refresh: 'works, with `offline_access` in the scopes',
    }
  },
}
