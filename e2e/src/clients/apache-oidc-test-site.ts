import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { testClientSecret } from './apply-test-application-definitions.ts'
import { startApplicationTestSite } from './application-test-site.ts'

const apachePath = '/usr/sbin/apache2'
const modules = '/usr/lib/apache2/modules'
const readyTimeoutMs = 10_000

export const isApacheOidcInstalled = existsSync(apachePath) && existsSync(`${modules}/mod_auth_openidc.so`)

export interface RunningApache {
  stop: () => Promise<void>
}

/** Reserves an address, because the application must be registered before Apache starts. */
export async function chooseApacheOrigin(): Promise<string> {
  const { origin, close } = await startApplicationTestSite()
  await close()
  return origin
}

export const createApacheOidcTestSiteUrls = (origin: string) => ({
  redirectUris: [`${origin}/inside/callback`],
  postLogoutUris: [`${origin}/bye.html`],
  backchannelLogoutUri: `${origin}/inside/callback?logout=backchannel`,
})

export async function startApacheOidcTestSite(
  origin: string,
  issuer: string,
  clientId: string,
): Promise<RunningApache> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-apache-'))
  // The workers run as another user, who must be able to read the pages.
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'pages/inside'), { recursive: true })
  writeFileSync(join(folder, 'pages/bye.html'), '<h1>Bye</h1>')
  writeFileSync(join(folder, 'pages/inside/index.shtml'), '<h1>Hello <!--#echo var="REMOTE_USER" --></h1>')
  writeFileSync(join(folder, 'apache.conf'), buildApacheConfiguration(folder, origin, issuer, clientId))
  const running = spawn(apachePath, ['-D', 'FOREGROUND', '-f', join(folder, 'apache.conf')], { stdio: 'ignore' })
  const ended = new Promise((resolve) => running.once('exit', resolve))
  const stop = async (): Promise<void> => {
    running.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const end = Date.now() + readyTimeoutMs
  while (!(await fetch(`${origin}/bye.html`).catch(() => null))?.ok) {
    if (running.exitCode !== null || Date.now() > end) {
      const log = join(folder, 'error.log')
      const said = existsSync(log) ? readFileSync(log, 'utf8') : 'It wrote nothing.'
      await stop()
      throw new Error(`Apache did not start:\n${said}`)
    }
    await wait(25)
  }
  return { stop }
}

const loadedModules = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'dir', 'mime', 'include', 'auth_openidc']

function buildApacheConfiguration(folder: string, origin: string, issuer: string, clientId: string): string {
  const isRoot = process.getuid?.() === 0
  return `
    ServerName 127.0.0.1
    ServerRoot "${folder}"
    DefaultRuntimeDir "${folder}"
    PidFile "${folder}/apache.pid"
    ErrorLog "${folder}/error.log"
    ${loadedModules.map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`).join('\n    ')}
    Listen ${new URL(origin).host}
    ${isRoot ? 'User www-data\n    Group www-data' : ''}
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

    OIDCProviderMetadataURL ${issuer}/.well-known/openid-configuration
    OIDCClientID ${clientId}
    OIDCClientSecret ${testClientSecret}
    OIDCCryptoPassphrase ${testClientSecret}
    OIDCRedirectURI ${origin}/inside/callback
    OIDCScope "openid wallet"
    OIDCPKCEMethod S256
    OIDCRemoteUserClaim wallet

    <Directory "${folder}/pages">
      Options +Includes
      Require all granted
    </Directory>
    <Location "/inside/">
      AuthType openid-connect
      Require valid-user
    </Location>
  `
}
