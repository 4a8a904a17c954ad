import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from '@countersign/testing/find-free-port'
import { applicationPresets } from '../../server/src/oidc/presets/application-preset-registry.ts'
import {
  expandPresetTemplate,
  formatPresetSettings,
  expandPresetSettingTemplates,
} from '../../server/src/oidc/presets/expand-application-preset.ts'
import type { ApplicationDefinition } from '../../server/src/store/applications/application-definition-types.ts'
import type { IntegrationTest, RegisteredTestApplication, IntegrationTestContext } from './integration-test-types.ts'
import { openIntegrationTestSite } from './integration-test-site.ts'

export interface ClosableIntegrationTestContext extends IntegrationTestContext {
  written: () => string
  close: () => Promise<void>
}

const readyTimeoutMs = 120_000

export async function openIntegrationTestContext(
  { id, environment }: IntegrationTest,
  folder: string,
): Promise<ClosableIntegrationTestContext> {
  const site = await openIntegrationTestSite(environment)
  const processes: ChildProcess[] = []
  const output: string[] = []
  const start: IntegrationTestContext['start'] = async ([command = '', ...parameters], ready, options = {}) => {
    const running = spawn(command, parameters, {
      cwd: options.cwd ?? folder,
      env: { ...process.env, ...options.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    processes.push(running)
    for (const stream of [running.stdout, running.stderr])
      stream.on('data', (chunk) => output.push(...String(chunk).trimEnd().split('\n')))
    const end = Date.now() + readyTimeoutMs
    while (Date.now() < end) {
      if (running.exitCode !== null) throw new Error(`${command} exited with ${running.exitCode}`)
      if (await (typeof ready === 'string' ? isAnswering(ready) : ready())) return running
      await wait(100)
    }
    throw new Error(`${command} did not start: ${typeof ready === 'string' ? ready : 'its port'} does not respond`)
  }
  return {
    ...site,
    folder,
    start,
    port: findFreePort,
    register: async (address, options = []) =>
      registerApplication(site.countersign, site.server.origin, id, address, options),
    written: () =>
      [
        ...output.slice(-40),
        '-- countersign',
        ...site.server.log.filter((line) => !line.includes('"msg":"request completed"')).slice(-15),
      ].join('\n'),
    close: async () => {
      await Promise.all(processes.map(end))
      await site.close()
    },
  }
}

async function isAnswering(address: string): Promise<boolean> {
  const answer = await fetch(address, { redirect: 'manual' }).catch(() => null)
  return answer !== null && answer.status < 400
}

/** Long enough for programs to stop children in other process groups, as JupyterHub must. */
const endTimeoutMs = 10_000

async function end(running: ChildProcess): Promise<void> {
  const isOver = (): boolean => running.exitCode !== null || running.signalCode !== null
  signalGroup(running, 'SIGTERM')
  for (const until = Date.now() + endTimeoutMs; !isOver() && Date.now() < until;) await wait(50)
  signalGroup(running, 'SIGKILL')
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // The process group has already exited.
  }
}

async function registerApplication(
  countersign: IntegrationTestContext['countersign'],
  origin: string,
  id: string,
  address: string,
  options: readonly string[],
): Promise<RegisteredTestApplication> {
  const program = applicationPresets.find((known) => known.id === id)
  if (program === undefined) throw new Error(`There is no preset "${id}"`)
  const given = program.address === null ? [] : ['--address', address]
  const printed = await countersign('application', 'add', '--preset', id, ...given, ...options, '--json')
  const { definition, secret } = JSON.parse(printed) as { definition: ApplicationDefinition; secret: string | null }
  const filling = { origin, definition, address, secret }
  return {
    clientId: definition.id,
    clientSecret: secret ?? '',
    paste: formatPresetSettings(program, filling) ?? '',
    more: (program.sections ?? [])
      .flatMap(({ parts }) => parts)
      .flatMap((part) => (typeof part === 'string' ? [] : [expandPresetTemplate(part.text, filling)])),
    settings: Object.fromEntries(
      expandPresetSettingTemplates(program, filling).map(({ name, value }) => [name, value]),
    ),
  }
}
