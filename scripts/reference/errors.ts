// docs/reference/errors.md: the catalogue of refusals; for each fault of a message with the rule that it breaks and an
// example that has it.
import { isDeepStrictEqual } from 'node:util'
import { errors, messageFaultCodes } from '@countersign/api/errors'
import type { ErrorCode } from '@countersign/api/errors'
import { unchecked } from '@countersign/message'
import type { Expected, MessageFaultCode } from '@countersign/message'
import { faultExamples, soundExpectation } from '@countersign/message/fault-examples'
import { messageFaults } from '@countersign/message/message-faults'
import { drawExcerpt } from '../../server/src/cli/inspect-excerpt.ts'

const messageCodes: ReadonlySet<string> = new Set(messageFaultCodes)

/** The page of all codes. */
export const makeErrors = (): string => `# Errors

Every refusal has a code that stays as it is, whatever becomes of its words. \`retry\` says whether the same request can succeed later.
[calls.md](calls.md) shows the document that carries it, and which call refuses what.

## Of this server

${(Object.keys(errors) as ErrorCode[])
  .filter((name) => !messageCodes.has(name))
  .map(describeError)
  .join('\n\n')}

## Faults of a message

Each breaks a rule of [the message of its chain family](messages.md), or of what was expected of this
one. Rules that all share are cited as [ERC-4361](https://eips.ethereum.org/EIPS/eip-4361) has them. The caret stands under the place that the refusal names; what cannot be seen is drawn (\`␍\` is a carriage return, \`␊\` a line feed,
\`‹U+200B›\` the character with that number). \`countersign inspect\` says the same of any message, and so does the page \`/inspector\` of
every server.

${messageFaultCodes.map(describeFault).join('\n\n')}
`

const describeError = (name: ErrorCode): string => {
  const { status, title, detail, retry } = errors[name]
  return `### ${name}

${title} ${detail}

Status ${status}; retry: ${retry ? 'yes' : 'no'}.`
}

const describeFault = (name: MessageFaultCode): string => {
  const { status, title, detail, retry } = errors[name]
  const { text, line, offset } = faultExamples[name]
  const column = offset - text.slice(0, offset).lastIndexOf('\n')
  return `### ${name}

${title} ${detail}

Rule: ${messageFaults[name].rule}. Status ${status}; retry: ${retry ? 'yes' : 'no'}. The example has it in line ${line}, column ${column}:

\`\`\`text
${drawExcerpt(text, { offset, length: 1 }, { around: 2 })}
\`\`\`
${describeExpectation(name)}
Open it in the inspector: \`https://YOUR-SITE/inspector#example=${name}\``
}

/** What the message of an example was compared with, where that is the fault. */
function describeExpectation(name: MessageFaultCode): string {
  const { expected, at } = faultExamples[name]
  if (expected === undefined || at === undefined) return ''
  const [member, value] =
    Object.entries(expected).find(([key, one]) => !isDeepStrictEqual(one, soundExpectation[key as keyof Expected])) ??
    []
  if (member === undefined || value === unchecked) return `\nJudged at ${new Date(at.now).toISOString()}.\n`
  const told = [value ?? []].flat().join(', ')
  return `\nExpected here as \`${member}\`: ${told === '' ? 'nothing' : `\`${told}\``}.\n`
}
