// Runs `npm run demo` and the examples for a test, as somebody who tries the product does: as processes of their own.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { findFreePort } from '@countersign/testing/find-free-port'

const root = join(import.meta.dirname, '../..')

/** A process and everything that it wrote. */
export interface RunningNodeScript {
  output: () => string
  /** Presses Ctrl-C. */
  interrupt: () => void
  /** The exit code, once it has ended. */
  ended: Promise<number | null>
}

/**
 * @param environment beside the path; nothing else is passed on
 * @param words after the script
 */
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

/** The demonstration, with addresses of its own so that others can run beside it. */
export async function startDemoProcessForTests(): Promise<RunningNodeScript & { issuer: string; application: string }> {
  const [port, applicationPort] = [await findFreePort(), await findFreePort()]
  const running = startNodeScript('scripts/run-demo.ts', {
    DEMO_PORT: String(port),
    DEMO_APPLICATION_PORT: String(applicationPort),
  })
  return { ...running, issuer: `http://localhost:${port}`, application: `http://localhost:${applicationPort}` }
}
