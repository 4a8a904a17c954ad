// Prints results and errors: with colors and fitted to the terminal, or stable and parseable in a pipe.
import { isatty } from 'node:tty'
import { nameCliCommands } from '../platform/cli-command-prefix.ts'
import type { ApplicationDefinitionFieldError } from '../store/definition-errors/create-application-definition-error.ts'
import { formatCliListForPipe, formatCliListForTerminal } from './format-cli-list.ts'
import type { CliList } from './format-cli-list.ts'
import { sanitizeTerminalOutput } from './sanitize-terminal-output.ts'
import { chooseTerminalColorizer } from './terminal-colors.ts'

const defaultTerminalWidth = 80

/** In a pipe, the sentence for an empty list goes to stderr, so that stdout has one line per row. */
export function printCliList(list: CliList, now: number): void {
  const isTerminal = isatty(1)
  if (list.rows.length === 0) {
    const empty = nameCliCommands(list.empty)
    if (isTerminal) console.log(empty)
    else console.error(empty)
    return
  }
  const paint = chooseTerminalColorizer(isTerminal, process.env)
  console.log(
    isTerminal
      ? formatCliListForTerminal(list, { width: process.stdout.columns || defaultTerminalWidth, now, paint })
      : formatCliListForPipe(list),
  )
}

/** Starts with `error: `, and writes commands as the program was started. */
export function formatCliError(message: string): string {
  const paint = chooseTerminalColorizer(isatty(2), process.env)
  return `${paint('error', 'error:')} ${nameCliCommands(message.replace(/^error: /, ''))}`
}

/** @returns the exit code of a refused action */
export function printCliError(message: string): number {
  console.error(formatCliError(message))
  return 1
}

/** @returns the exit code of an invalid command line */
export function printCliUsageError(message: string): number {
  printCliError(message)
  return 2
}

const formatFieldError = ({ path, message }: ApplicationDefinitionFieldError): string =>
  path === '' ? message : `${path}: ${message}`

/** One error is printed in one line. */
export function printDefinitionErrors(errors: readonly ApplicationDefinitionFieldError[]): number {
  const lines = errors.map((error) => sanitizeTerminalOutput(formatFieldError(error)))
  return printCliError(
    lines.length === 1
      ? `${lines[0]?.replace(/\.$/, '')}. Nothing was changed.`
      : `Nothing was changed:\n${lines.map((line) => `  - ${line}`).join('\n')}`,
  )
}
