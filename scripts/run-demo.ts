// `npm run demo`; DEMO_PORT and DEMO_APPLICATION_PORT choose other ports.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { buildServerIfChanged, buildWebIfChanged, countersignCliPath } from './build-changed-bundles.ts'
import { stopScriptWithParentProcess } from './stop-script-with-parent-process.ts'

const root = join(import.meta.dirname, '..')
const examples = join(root, 'examples')
const usualApplication = 'http://localhost:3001'
const readyTimeoutMs = 30_000

const ports = {
  DEMO_PORT: await choosePort('DEMO_PORT', 3000),
  DEMO_APPLICATION_PORT: await choosePort('DEMO_APPLICATION_PORT', 3001),
}
const issuer = `http://localhost:${ports.DEMO_PORT}`
const application = `http://localhost:${ports.DEMO_APPLICATION_PORT}`

const folder = mkdtempSync(join(tmpdir(), 'countersign-demo-'))
const secret = randomBytes(32).toString('hex')
// Settings of another server on this machine must not apply here: this server's data is temporary.
const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('COUNTERSIGN_')))
const environment = {
  ...inherited,
  COUNTERSIGN_PORT: String(ports.DEMO_PORT),
  COUNTERSIGN_DATABASE: `sqlite:${join(folder, 'countersign.db')}`,
  COUNTERSIGN_LOG_LEVEL: 'warn',
  EXAMPLE_WEB_SECRET: secret,
}

const running: { child: ChildProcess; ended: Promise<void> }[] = []
let isStopping = false
process.on('SIGINT', () => void stop(0))
process.on('SIGTERM', () => void stop(0))
stopScriptWithParentProcess(() => void stop(0))

buildWebIfChanged()
buildServerIfChanged()
const file = join(folder, 'applications.json')
writeFileSync(file, readFileSync(join(examples, 'applications.json'), 'utf8').replaceAll(usualApplication, application))
const applied = start('the registration of the examples', [countersignCliPath, 'application', 'apply', file], {
  ends: true,
})
await applied.ended
if (applied.child.exitCode !== 0) await stop(1)
start('the server', [countersignCliPath, 'start'])
start('the example application', [join(examples, 'src/example-oidc-client.ts')], {
  environment: { ...inherited, ISSUER: issuer, ORIGIN: application, CLIENT_ID: 'example-web', CLIENT_SECRET: secret },
})
await answers(`${issuer}/health/ready`)
await answers(`${application}/`)

// npx finds the project's own Node, which runs TypeScript.
const deviceExample = `${ports.DEMO_PORT === 3000 ? '' : `ISSUER=${issuer} `}npx node examples/src/example-device-flow-client.ts`
console.log(`
  1. Open ${application} and sign in; the "Demonstration wallet" needs nothing installed.
  2. End the session at ${issuer}/account/sessions, and watch the application notice it.
  3. In a second terminal, sign in to a command-line program:  ${deviceExample}

  Ctrl-C stops everything. No data is kept.
`)

interface StartOptions {
  environment?: Record<string, string | undefined>
  ends?: boolean
}

function start(
  name: string,
  parameters: string[],
  options: StartOptions = {},
): { child: ChildProcess; ended: Promise<void> } {
  const child = spawn(process.execPath, parameters, {
    cwd: root,
    stdio: ['ignore', options.ends === true ? 'ignore' : 'inherit', 'inherit'],
    env: options.environment ?? environment,
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  running.push({ child, ended })
  if (options.ends !== true) {
    child.once('close', () => {
      if (isStopping) return
      console.error(`${name} has ended; stopping the demo.`)
      void stop(1)
    })
  }
  return { child, ended }
}

async function stop(exitCode: number): Promise<never> {
  if (isStopping) return new Promise<never>(() => {})
  isStopping = true
  for (const { child } of running) child.kill('SIGTERM')
  await Promise.all(running.map(({ ended }) => ended))
  rmSync(folder, { recursive: true, force: true })
  process.exit(exitCode)
}

async function answers(address: string): Promise<void> {
  const end = Date.now() + readyTimeoutMs
  while (Date.now() < end && !isStopping) {
    const answer = await fetch(address).catch(() => null)
    if (answer?.ok === true) return
    await wait(50)
  }
  if (!isStopping) console.error(`${address} does not respond; stopping the demo.`)
  await stop(1)
}

async function choosePort(variable: string, usual: number): Promise<number> {
  const text = process.env[variable] ?? String(usual)
  const port = Number(text)
  if (!/^[0-9]{1,5}$/.test(text) || port < 1 || port > 65_535)
    return refuse(`${variable} is "${text}"; allowed: a port from 1 to 65535.`)
  if (!(await isFree(port)))
    return refuse(
      `Port ${port} is in use by another program. Stop that program, or choose another port:  ${variable}=${port + 100} npm run demo`,
    )
  return port
}

function refuse(message: string): never {
  console.error(message)
  process.exit(2)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
