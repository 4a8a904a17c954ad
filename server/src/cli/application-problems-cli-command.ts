import type { AdminApiEndpointOutput } from '@countersign/api/admin-api-endpoints'
import { sanitizeTerminalOutput } from './cli-command-actions.ts'
import type { CliCommandOutcome } from './cli-command-actions.ts'
import type { AdminApiClient } from './cli-admin-api-client.ts'

type Problem = AdminApiEndpointOutput<'readApplicationProblems'>['problems'][number]

export async function runApplicationProblemsCommand(client: AdminApiClient, id: string): Promise<CliCommandOutcome> {
  const answer = await client.call('readApplicationProblems', { params: { application: id } })
  const none = `No request of "${id}" was refused recently. A refused request appears here after about two seconds.`
  const text = answer.problems.length === 0 ? none : answer.problems.map(formatProblem).join('\n\n')
  return { json: answer, text: sanitizeLines(text) }
}

/** Values from requests are hostile: each line is escaped on its own (THREATS O34). */
const sanitizeLines = (text: string): string => text.split('\n').map(sanitizeTerminalOutput).join('\n')

function formatProblem(problem: Problem): string {
  const { at, count, caller, endpoint, error, description, requestId, help } = problem
  const { sent, expected, nearest, change, command } = problem
  const times = count === 1 ? '' : `, ${count} times`
  const from = caller === 'own' ? 'signed in or authenticated' : 'unknown'
  return [
    `${at}  ${endpoint}  ${error}${times}`,
    `  Reason:    ${toSingleLine(description)}`,
    ...formatValues(
      'Sent:',
      Object.entries(sent).map(([name, value]) => `${name} = ${toSingleLine(value)}`),
    ),
    ...formatValues(
      'Expected:',
      Object.entries(expected).flatMap(([name, values]) =>
        values.map((value) => `${name} = ${toSingleLine(value)}${value === nearest ? '   <- most similar' : ''}`),
      ),
    ),
    `  Change:    ${toSingleLine(change)}`,
    ...(command === null ? [] : [`  Command:   ${command}`]),
    `  Caller:    ${from}`,
    `  Request:   ${requestId}`,
    `  Help:      ${help}`,
  ].join('\n')
}

const toSingleLine = (text: string): string => text.replaceAll('\n', ' ')

const formatValues = (label: string, lines: readonly string[]): string[] =>
  lines.map((line, index) => `  ${(index === 0 ? label : '').padEnd(10)} ${line}`)
