import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

export interface CodeCheckStep {
  name: string
  /** A program in node_modules/.bin and its arguments. */
  command: readonly string[]
  isShown?: boolean
  environment?: Readonly<Record<string, string>>
}

/** Parallel checkers each repeat the shared work, which doubles the time on two processors. */
export const typeScriptCheckSteps: readonly CodeCheckStep[] = (
  [
    ['types of the workspaces without a browser', 'tsconfig.node.json'],
    ['types of web', 'web'],
    ['types of testing and e2e', 'tsconfig.browser.json'],
  ] as const
).map(([name, project]) => ({ name, command: ['tsc', '-p', project, '--checkers', '1'] }))

export const lintCheckStep: CodeCheckStep = { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] }

/** `steps` start in order, so the longest should come first. */
export async function runCodeCheckSteps(steps: readonly CodeCheckStep[]): Promise<boolean> {
  const left = [...steps]
  let isSound = true
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      for (let step = left.shift(); step !== undefined; step = left.shift()) {
        const { status, output } = await run(step)
        console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${step.name}`)
        if (status !== 0 || step.isShown) console.log(output)
        isSound &&= status === 0
      }
    }),
  )
  return isSound
}

function run({ command: [program = '', ...parameters], environment }: CodeCheckStep): Promise<{
  status: number | null
  output: string
}> {
  const child = spawn(join(root, 'node_modules/.bin', program), parameters, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  return new Promise((resolve, reject) =>
    child.once('error', reject).once('close', (status) => resolve({ status, output })),
  )
}
