import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectPageText, assertThat, assertSignedOut } from '../integration-test-assertions.ts'
import { unpackDebianPackages, wrapCommandWithMountedDebianPackages } from '../third-party-program-installers.ts'
import type { IntegrationTest } from '../integration-test-types.ts'
import { signOutAndAssertBackChannelLogout } from '../sign-out-and-assert-back-channel-logout.ts'

const modules = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'dir', 'mime', 'include', 'auth_openidc']

const configure = (folder: string, address: string, paste: string): string => `ServerName 127.0.0.1
ServerRoot "${folder}"
DefaultRuntimeDir "${folder}"
PidFile "${folder}/apache.pid"
ErrorLog /dev/stderr
${modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
Listen ${new URL(address).host}
${process.getuid?.() === 0 ? 'User nobody\nGroup nogroup' : ''}
StartServers 1
ServerLimit 1
ThreadsPerChild 4
MaxRequestWorkers 4
MinSpareThreads 1
MaxSpareThreads 4
DocumentRoot "${folder}/pages"
DirectoryIndex index.shtml
TypesConfig /dev/null
AddType text/html .html .shtml
AddOutputFilter INCLUDES .shtml
<Directory "${folder}/pages">
  Options +Includes
  Require all granted
</Directory>
${paste}
<Location "/inside/staff/">
  AuthType openid-connect
  Require claim groups:staff
</Location>
`

const page = ['REMOTE_USER', 'OIDC_CLAIM_preferred_username', 'OIDC_CLAIM_groups']
  .map((name) => `<p>${name}: <!--#echo var="${name}" --></p>`)
  .join('\n')

export const apacheTest: IntegrationTest = {
  id: 'apache',
  registry: 'Debian',
  install: async (folder) =>
    `mod_auth_openidc, ${await unpackDebianPackages(
      folder,
      'libapache2-mod-auth-openidc=2.4.12*',
      'apache2-bin=2.4.*',
      'libapr1',
      'libaprutil1',
      'libcjose0',
      'libhiredis0.14',
      'libjansson4',
    )}`,
  run: async ({ folder, server, port, register, start, alice, bob }, installed) => {
    const address = `http://127.0.0.1:${await port()}`
    const { paste } = await register(address, ['--scope', 'openid profile wallet groups'])
    // If root starts Apache, its workers run as another user.
    chmodSync(folder, 0o755)
    mkdirSync(join(folder, 'pages/inside/staff'), { recursive: true })
    writeFileSync(join(folder, 'pages/bye.html'), 'Bye')
    writeFileSync(join(folder, 'pages/inside/index.shtml'), page)
    writeFileSync(join(folder, 'pages/inside/staff/index.shtml'), page)
    const passphrase = join(folder, 'oidc-passphrase')
    writeFileSync(passphrase, 'a passphrase of this run')
    const configuration = join(folder, 'apache.conf')
    writeFileSync(configuration, configure(folder, address, paste.replace('/etc/apache2/oidc-passphrase', passphrase)))
    // Apache cannot open /dev/stderr if it is a socket, but can if it is a pipe.
    const script = '/usr/sbin/apache2 -D FOREGROUND -f "$0" 2>&1 | cat'
    await start(
      wrapCommandWithMountedDebianPackages(installed, ['sh', '-c', script, configuration]),
      `${address}/bye.html`,
    )
    await alice.signInAt(`${address}/inside/staff/?x=1&y=2`)
    assertThat(alice.page.url() === `${address}/inside/staff/?x=1&y=2`, `after sign-in at ${alice.page.url()}`)
    await expectPageText(alice.page, /REMOTE_USER: [\w-]{20,}/)
    await expectPageText(alice.page, 'OIDC_CLAIM_preferred_username: alice')
    await expectPageText(alice.page, 'OIDC_CLAIM_groups: admins,staff')
    await bob.signInAt(`${address}/inside/`)
    await expectPageText(bob.page, 'OIDC_CLAIM_preferred_username: bob')
    const refused = await bob.page.goto(`${address}/inside/staff/`)
    assertThat(refused?.status() === 401, `Bob gets ${refused?.status()}`)
    await expectPageText(bob.page, 'Unauthorized')

    await alice.page.goto(`${address}/inside/callback?logout=${encodeURIComponent(`${address}/bye.html`)}`)
    await alice.page.getByRole('button', { name: 'Sign out' }).click()
    await expectPageText(alice.page, 'Bye')
    await assertSignedOut(alice, server.origin)
    await signOutAndAssertBackChannelLogout(bob, server, async () => {
      const answer = await bob.page.request.get(`${address}/inside/`, { maxRedirects: 0 })
      return answer.status() === 302
    })
    return {
      signIn: 'works, returns to the page with its query',
      names: '`OIDC_CLAIM_preferred_username`; `REMOTE_USER` is the `sub`',
      groups: '`OIDC_CLAIM_groups`, `Require claim groups:staff`',
      refused: '401 "Unauthorized"',
      signOut: 'both sessions, returns to the application; back-channel logout',
      refresh: 'not tested',
    }
  },
}
