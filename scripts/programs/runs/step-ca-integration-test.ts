import { spawn } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { createServer, get } from 'node:https'
import type { Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createEthereumTestKey } from '@countersign/testing/ethereum-test-keys'
import { expectPageText, assertThat } from '../integration-test-assertions.ts'
import { installGoPrograms } from '../third-party-program-installers.ts'
import type { TestPerson, IntegrationTest } from '../integration-test-types.ts'

const signInMs = 30_000

export const stepCaTest: IntegrationTest = {
  id: 'step-ca',
  registry: 'Go modules',
  install: async (folder) => {
    await installGoPrograms(
      folder,
      'github.com/smallstep/certificates/cmd/step-ca@v0.30.2',
      'github.com/smallstep/cli/cmd/step@v0.30.2',
    )
    return '0.30.2, step 0.30.2'
  },
  run: async ({ folder, server, countersign, port, register, start, alice, bob }, installed) => {
    const at = `127.0.0.1:${await port()}`
    const { paste } = await register('', ['--email', 'alias'])
    writeFileSync(join(folder, 'password'), 'a password')
    // The fake browser saves the sign-in URL that step opens to a file.
    mkdirSync(join(folder, 'browser'))
    const opened = join(folder, 'opened')
    writeFileSync(
      join(folder, 'browser/xdg-open'),
      `#!/bin/sh\nprintf %s "$1" > ${opened}.part\nmv ${opened}.part ${opened}\n`,
      {
        mode: 0o755,
      },
    )
    const trusted = join(folder, 'https.crt')
    const environment = {
      SSL_CERT_FILE: trusted,
      STEPPATH: folder,
      PATH: `${join(folder, 'browser')}:${process.env['PATH'] ?? ''}`,
    }
    const step = (...words: string[]): Promise<string> =>
      execute([join(installed, 'bin/step'), ...words], folder, environment)
    const selfSigned = ['--profile', 'self-signed', '--subtle', '--no-password', '--insecure']
    await step('certificate', 'create', 'localhost', trusted, 'https.key', ...selfSigned)
    const https = await serveByHttps(server.origin, readFileSync(trusted), readFileSync(join(folder, 'https.key')))
    try {
      const initial = '--ssh --deployment-type standalone --name Test --dns 127.0.0.1 --provisioner local'
      await step('ca', 'init', ...initial.split(' '), '--address', at, '--password-file', 'password')
      const configuration = join(folder, 'config/ca.json')
      const { authority, ...others } = JSON.parse(readFileSync(configuration, 'utf8')) as { authority: object }
      writeFileSync(
        configuration,
        JSON.stringify({
          ...others,
          authority: {
            ...authority,
            claims: { enableSSHCA: true },
            provisioners: [JSON.parse(paste.replaceAll(server.origin, https.origin))],
          },
        }),
      )
      const ca = readFileSync(join(folder, 'certs/root_ca.crt'))
      await start(
        [join(installed, 'bin/step-ca'), configuration, '--password-file', 'password'],
        () => isHealthy(at, ca),
        { environment },
      )

      const signInFor = async (person: TestPerson, ...words: string[]): Promise<string> => {
        rmSync(opened, { force: true })
        const getting = step(...words, '--provisioner', 'countersign')
        // Prevents an unhandled rejection if step fails before its promise is awaited.
        getting.catch(() => null)
        for (const end = Date.now() + signInMs; !existsSync(opened) && Date.now() < end;) await wait(100)
        await person.page.goto(readFileSync(opened, 'utf8'))
        if (new URL(person.page.url()).origin === server.origin) await person.allow()
        await expectPageText(person.page, 'OAuth Request Successful')
        return getting
      }
      const namesIn = (file: string): string => {
        const { subject, subjectAltName } = new X509Certificate(readFileSync(join(folder, file)))
        return `${subject} ${subjectAltName}`
      }
      await signInFor(alice, 'ca', 'certificate', 'laptop.example', 'alice.crt', 'alice.key')
      assertThat(
        namesIn('alice.crt') === 'CN=laptop.example DNS:laptop.example',
        `an administrator: ${namesIn('alice.crt')}`,
      )

      const asking = ['ca', 'certificate', 'laptop.example', 'bob.crt', 'bob.key'] as const
      const refusal = await signInFor(bob, ...asking).then(() => 'a certificate', String)
      assertThat(refusal.includes('lacked necessary authorization'), `Bob gets ${refusal}`)
      await countersign('group', 'change', 'staff', '--wallets', createEthereumTestKey(202).address)
      await signInFor(bob, ...asking)
      const [, , alias = ''] = /^CN=(\w+) email:(\w+@people\.example), URI:\S+#\1$/.exec(namesIn('bob.crt')) ?? []
      assertThat(alias !== '', `a member who is no administrator: ${namesIn('bob.crt')}`)
      await signInFor(bob, 'ssh', 'certificate', 'bob', 'bob-ssh', '--no-password', '--insecure', '--no-agent')
      const inspected = await step('ssh', 'inspect', 'bob-ssh-cert.pub')
      const principals = /Principals:\s+(\S+)\s+(\S+)\s/.exec(inspected)?.slice(1).join(' ')
      assertThat(principals === `${alias.split('@')[0]} ${alias}`, `for SSH: ${inspected}`)
      return {
        signIn: 'works, with `step` and the browser',
        names: 'TLS: the `sub`, and the alias with `--email alias`; SSH: the alias; administrators: any name',
        groups: '`admins`, `groups`',
        refused: '"lacked necessary authorization", from `step`',
        signOut: '-',
        refresh: '-',
      }
    } finally {
      https.server.close()
      https.server.closeAllConnections()
    }
  },
}

async function execute(
  [program = '', ...parameters]: readonly string[],
  cwd: string,
  environment: Record<string, string>,
): Promise<string> {
  const running = spawn(program, parameters, {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 2 * signInMs,
  })
  let output = ''
  for (const stream of [running.stdout, running.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const code = await new Promise<number | null>((resolve) => running.once('close', resolve))
  assertThat(code === 0, output)
  return output
}

const isHealthy = (at: string, ca: Buffer): Promise<boolean> =>
  new Promise((resolve) => {
    get(`https://${at}/health`, { ca }, (answer) => resolve(answer.statusCode === 200)).once('error', () =>
      resolve(false),
    )
  })

/** The `step` CLI requires HTTPS for the discovery document, but not for the endpoints in it. */
async function serveByHttps(origin: string, cert: Buffer, key: Buffer): Promise<{ origin: string; server: Server }> {
  const pass = async (path: string, response: ServerResponse): Promise<void> => {
    const answer = await fetch(`${origin}${path}`)
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    response.end(await answer.text())
  }
  const server = createServer({ cert, key }, (request, response) => void pass(request.url ?? '/', response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { origin: `https://localhost:${(server.address() as AddressInfo).port}`, server }
}
