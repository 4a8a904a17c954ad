// Tests of help, usage errors, shell completion and progress output.
import type { Command } from 'commander'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { runCliCommandForTests } from '../testing/cli-command-test-steps.ts'
import { createCliProgram, listLeafCommands, getCommandPath, commandsWithoutJsonOutput } from './cli-program.ts'
import { createTerminalProgressBar } from './terminal-progress-bar.ts'

const run = (...words: string[]) => runCliCommandForTests(words, { folder: tmpdir() })

const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)]
const program = await createCliProgram()
const commands = all(program)
  .slice(1)
  .map((command) => [getCommandPath(command).split(' '), command] as const)

test('countersign without a command, with help and with --help prints every command in 80 columns', async () => {
  for (const words of [[], ['help'], ['--help'], ['-h']]) {
    const { code, out, error } = await run(...words)
    expect([code, error]).toEqual([0, ''])
    for (const { 0: name } of new Map(commands.map(([path]) => [path[0], path])))
      expect(out).toMatch(new RegExp(`^  ${name}\\b`, 'm'))
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  }
})

test.each(commands)('%j --help prints its usage in 80 columns', async (path, command) => {
  const { code, out, error } = await run(...path, '--help')
  expect([code, error]).toEqual([0, ''])
  expect(out).toContain(`Usage: npx countersign ${path.join(' ')}`)
  expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  expect(command.description()).toMatch(/\.$/)
})

test('every command that prints a result has --json', () => {
  const without = listLeafCommands(program).filter(({ options }) => !options.some(({ long }) => long === '--json'))
  expect(without.map(getCommandPath).toSorted()).toEqual(commandsWithoutJsonOutput.toSorted())
})

test.each([
  [['aplication', 'list'], "error: unknown command 'aplication' (Did you mean application?)"],
  [['application', 'lst'], "error: unknown command 'lst' (Did you mean list?)"],
  [['application', 'add', '--redirct', 'x'], "error: unknown option '--redirct' (Did you mean --redirect?)"],
  [['application', 'show'], "error: missing required argument 'id'"],
  [['application', 'show', 'a', 'b'], "error: too many arguments for 'show'. Expected 1 argument but got 2"],
  [['application', 'show', 'a', '--server'], "error: option '--server <address>' argument missing"],
])('%j is refused with a usage error or a suggestion', async (words, message) => {
  const { code, out, error } = await run(...words)
  expect([code, out]).toEqual([2, ''])
  expect(error).toContain(message)
})

test('a command group without a subcommand is a usage error', async () => {
  expect(await run('application')).toMatchObject({ code: 2 })
})

test('--version prints the version', async () => {
  const { code, out } = await run('--version')
  expect([code, out]).toEqual([0, (await run('version')).out])
  const { version } = JSON.parse((await run('--version', '--json')).out) as { version: string }
  expect(out).toContain(`countersign ${version} `)
})

const inShell = (shell: string, ...words: string[]) => spawnSync(shell, words, { encoding: 'utf8' })

test('a reader that closes the pipe early, such as head, causes no error', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../cli-main.ts'), 'keys', '--help'])
  child.stdout.destroy()
  const [stderr, [status]] = await Promise.all([text(child.stderr), once(child, 'close')])
  expect([status, stderr]).toEqual([0, ''])
})

const hasShell = (shell: string): boolean => inShell(shell, '--version').status === 0

test('completion prints scripts for bash, zsh and fish only', async () => {
  for (const shell of ['bash', 'zsh', 'fish']) expect((await run('completion', shell)).out).toContain('countersign')
  expect(await run('completion', 'tcsh')).toMatchObject({ code: 2 })
})

test.runIf(hasShell('bash'))('bash completes a command and an option', async () => {
  const { out: script } = await run('completion', 'bash')
  const complete = (...words: string[]): string[] => {
    const list = ['countersign', ...words].map((word) => `'${word}'`).join(' ')
    const ask = `${script}\nCOMP_WORDS=(${list}); COMP_CWORD=${words.length}; _countersign; echo "\${COMPREPLY[@]}"`
    const { stdout, stderr } = inShell('bash', '--norc', '-eu', '-c', ask)
    expect(stderr).toBe('')
    return stdout.trim().split(' ')
  }
  expect(complete('app')).toEqual(['application'])
  expect(complete('application', 'a')).toEqual(['add', 'apply'])
  expect(complete('application', 'add', '--redir')).toEqual(['--redirect'])
  expect(complete('application', 'add', 'Wiki', '--kind', 'web', '--serv')).toEqual(['--server'])
  expect(complete('backup', '--rec')).toEqual(['--record-only'])
  expect(complete('keys', 'list', '--serv')).toEqual([''])
})

test.runIf(hasShell('zsh'))('zsh completes a command and an option', async () => {
  const { out: script } = await run('completion', 'zsh')
  const complete = (...words: string[]): string => {
    const list = ['countersign', ...words].map((word) => `'${word}'`).join(' ')
    const ask = `${script}\nemulate sh; COMP_WORDS=(${list}); COMP_CWORD=${words.length}; _countersign; echo "\${COMPREPLY[*]}"`
    return inShell('zsh', '-f', '-c', ask).stdout.trim()
  }
  expect(complete('app')).toBe('application')
  expect(complete('application', 'add', '--redir')).toBe('--redirect')
})

test.runIf(hasShell('fish'))('fish completes a command and an option', async () => {
  const { out: script } = await run('completion', 'fish')
  const complete = (line: string): string[] => {
    const ask = `${script}\ncomplete -C '${line}'`
    const { stdout } = inShell('fish', '--no-config', '-c', ask)
    return stdout
      .trim()
      .split('\n')
      .map((each) => each.split('\t')[0] ?? '')
  }
  expect(complete('countersign app')).toEqual(['application'])
  expect(complete('countersign application add --redir')).toEqual(['--redirect'])
})

test('the progress bar is drawn on a terminal, removed at the end, and omitted in a pipe', () => {
  const written: string[] = []
  const output = (isTTY: boolean) => ({ isTTY, write: (text: string) => written.push(text) })
  const piped = createTerminalProgressBar('Verifying', output(false))
  piped(0.5)
  piped(1)
  expect(written).toEqual([])
  const draw = createTerminalProgressBar('Verifying', output(true))
  draw(0.5)
  draw(0.51)
  draw(1)
  expect(written).toEqual([`\rVerifying [${'#'.repeat(15)}${'.'.repeat(15)}] 50 %\u001b[K`, '\r\u001b[K'])
})
