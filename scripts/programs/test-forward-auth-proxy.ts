// Tests a reverse proxy that calls Countersign for every request, with the configuration shown in
// docs/guides/forward-auth.md.
import {
  readProxyConfigurationFromGuide,
  startProxiedTestSite,
  sendRawHttpRequest,
} from '../../e2e/src/clients/forward-auth-test-proxies.ts'
import type { ProxiedSite, EchoedRequestHeaders } from '../../e2e/src/clients/forward-auth-test-proxies.ts'
import { expectPageText, assertThat, assertSignedOut } from './integration-test-assertions.ts'
import type { IntegrationTestContext, IntegrationTestResult } from './integration-test-types.ts'

/** The server setting that the guide shows. */
export const trustedProxyEnvironmentVariables = { COUNTERSIGN_TRUSTED_PROXIES: '127.0.0.1' }

export interface ForwardAuthProxyTestCase {
  name: string
  /**
   * Starts the guide's configuration with the addresses of this run. The proxy uses no TLS, because
   * Countersign uses none here.
   */
  command: (block: string, site: ProxiedSite) => readonly string[]
  /**
   * Status of the response to a request that asks the proxy to remove an identity header
   * (`Connection: close, Remote-User`).
   */
  onRemoval: 200 | 400
}

/** Header names that an application may mistake for the identity headers from Countersign. */
const forgedHeaders = ['Remote-User', 'Remote_User', 'Remote.User', 'REMOTE-GROUPS', 'Remote_Groups', 'Remote~Email']

const parseReachedHeaders = (body: string): EchoedRequestHeaders =>
  JSON.parse(/<pre>(.*)<\/pre>/.exec(body)?.[1] ?? '{}') as EchoedRequestHeaders

export async function testForwardAuthProxy(
  context: IntegrationTestContext,
  { name, command, onRemoval }: ForwardAuthProxyTestCase,
): Promise<IntegrationTestResult> {
  const { server, port, countersign, start, alice, bob } = context
  const pages = await startProxiedTestSite()
  try {
    const at = await port()
    const host = `wiki.localhost:${at}`
    const site: ProxiedSite = { host, port: at, origin: `http://${host}` }
    const options = ['--host', host, '--allowed-group', 'staff', '--scope', 'openid profile groups']
    await countersign('application', 'add', 'Our wiki', '--kind', 'site', '--id', 'wiki', ...options)
    const block = readProxyConfigurationFromGuide(name)
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${new URL(server.origin).port}`)
      .replaceAll('127.0.0.1:8080', `127.0.0.1:${pages.port}`)
    const isReady = async (): Promise<boolean> =>
      (await sendRawHttpRequest(site, '/inside', ['accept', 'text/html']).catch(() => null))?.status === 302
    await start(command(block, site), isReady)

    const { page } = alice
    await alice.signInAt(`${site.origin}/inside?page=1`)
    await expectPageText(page, 'Inside /inside?page=1')
    const identity = await readIdentity(page.content())
    assertThat(identity === 'alice admins,staff', `the pages receive: ${identity}`)

    const cookies = await page.context().cookies(site.origin)
    const cookie = cookies.map((each) => `${each.name}=${each.value}`).join('; ')
    const lies = forgedHeaders.flatMap((each) => [each, 'mallory'])
    const lied = await sendRawHttpRequest(site, '/inside', ['cookie', cookie, ...lies])
    const heard = JSON.stringify(parseReachedHeaders(lied.body))
    assertThat(
      lied.status === 200 && heard.includes('alice') && !heard.includes('mallory'),
      `the pages receive: ${heard}`,
    )
    const removing = await sendRawHttpRequest(site, '/inside', ['cookie', cookie, 'connection', 'close, Remote-User'])
    assertThat(removing.status === onRemoval, `a request that removes headers gets ${removing.status}`)
    const still = parseReachedHeaders(removing.body).HTTP_REMOTE_USER?.join() ?? 'no one'
    assertThat(onRemoval === 400 || still === 'alice', `a request that removes headers is of ${still}`)
    const stranger = await sendRawHttpRequest(site, '/inside', ['accept', 'text/html', ...lies])
    assertThat(stranger.status === 302, `a visitor without a cookie gets ${stranger.status}`)
    const posting = await sendRawHttpRequest(site, '/inside', lies, 'POST')
    assertThat(posting.status === 401, `a visitor without a cookie who posts gets ${posting.status}`)

    await bob.page.goto(`${site.origin}/inside`)
    await expectPageText(bob.page, 'can’t use Our wiki')

    await page.goto(`${site.origin}/.countersign/sign-out`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expectPageText(page, 'You’re signed out')
    await assertSignedOut(alice, server.origin)
    await page.goto(`${site.origin}/inside`)
    assertThat(new URL(page.url()).origin === server.origin, `after signing out at ${page.url()}`)
    return {
      signIn: 'works, returns to the page with its query; forged headers do not reach the pages',
      names: '`Remote-User`, the username',
      groups: '`Remote-Groups`, `--allowed-group`',
      refused: 'Countersign shows the reason',
      signOut: 'both sessions, at Countersign',
      refresh: '-',
    }
  } finally {
    await pages.close()
  }
}

async function readIdentity(content: Promise<string>): Promise<string> {
  const reached = parseReachedHeaders(await content)
  return ['HTTP_REMOTE_USER', 'HTTP_REMOTE_GROUPS'].map((name) => reached[name]?.join() ?? '').join(' ')
}
