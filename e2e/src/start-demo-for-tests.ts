import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { findFreePort } from '@countersign/testing/find-free-port'

const root = join(import.meta.dirname, '../..')

export interface RunningNodeScript {
  output: () => string
  /** Sends SIGINT, as Ctrl-C does. */
  interrupt: () => void
  ended: Promise<number | null>
}

/** Only `environment` and PATH are passed. */
export function startNodeScript(
  script: string,
  environment: Record<string, string>,
  words: readonly string[] = [],
): RunningNodeScript {
  const child = spawn(process.execPath, [join(root, script), ...words], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...environment },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  return {
    output: () => output,
    interrupt: () => child.kill('SIGINT'),
    ended: new Promise((resolve) => child.once('close', resolve)),
  }
}

/** Uses free ports, so other demos can run in parallel. */
export async function startDemoProcessForTests(): Promise<RunningNodeScript & { issuer: string; application: string }> {
  const [port, applicationPort] = [await findFreePort(), await findFreePort()]
  const running = startNodeScript('scripts/run-demo.ts', {
    DEMO_PORT: String(port),
    DEMO_APPLICATION_PORT: String(applicationPort),
  })
  return { ...running, issuer: `http://localhost:${port}`, application: `http://localhost:${applicationPort}` }
}
