// docs/reference/errors.md: the catalogue of refusals; for each fault of a message with the rule that it breaks and an
// example that has it.
import { isDeepStrictEqual } from 'node:util'
import { errorCatalog, messageErrorCodes } from '@countersign/api/error-catalog'
import type { ErrorCatalogCode } from '@countersign/api/error-catalog'
import { anyValue } from '@countersign/message'
import type { ExpectedSignInMessage, MessageErrorCode } from '@countersign/message'
import { messageErrorExamples, expectedExampleMessageFields } from '@countersign/message/message-error-examples'
import { messageErrorCatalog } from '@countersign/message/message-error-catalog'
import { formatTextExcerpt } from '../../server/src/cli/format-text-excerpt.ts'

const messageCodes: ReadonlySet<string> = new Set(messageErrorCodes)

/** The page of all codes. */
export const renderErrorsReferencePage = (): string => `# Errors

Every refusal has a code that stays as it is, whatever becomes of its words. \`retry\` says whether the same request can succeed later.
[calls.md](calls.md) shows the document that carries it, and which call refuses what.

## Of this server

${(Object.keys(errorCatalog) as ErrorCatalogCode[])
  .filter((name) => !messageCodes.has(name))
  .map(describeError)
  .join('\n\n')}

## Message errors

Each breaks a rule of [the message of its chain family](messages.md), or of what was expected of this
one. Rules that all share are cited as [ERC-4361](https://eips.ethereum.org/EIPS/eip-4361) has them. The caret stands under the place that the refusal names; what cannot be seen is drawn (\`␍\` is a carriage return, \`␊\` a line feed,
\`‹U+200B›\` the character with that number). \`countersign inspect\` says the same of any message, and so does the page \`/inspector\` of
every server.

${messageErrorCodes.map(describeFault).join('\n\n')}
`

const describeError = (name: ErrorCatalogCode): string => {
  const { status, title, detail, retry } = errorCatalog[name]
  return `### ${name}

${title} ${detail}

Status ${status}; retry: ${retry ? 'yes' : 'no'}.`
}

const describeFault = (name: MessageErrorCode): string => {
  const { status, title, detail, retry } = errorCatalog[name]
  const { text, line, offset } = messageErrorExamples[name]
  const column = offset - text.slice(0, offset).lastIndexOf('\n')
  return `### ${name}

${title} ${detail}

Rule: ${messageErrorCatalog[name].rule}. Status ${status}; retry: ${retry ? 'yes' : 'no'}. The example has it in line ${line}, column ${column}:

\`\`\`text
${formatTextExcerpt(text, { offset, length: 1 }, { around: 2 })}
\`\`\`
${describeExpectation(name)}
Open it in the inspector: \`https://YOUR-SITE/inspector#example=${name}\``
}

/** What the message of an example was compared with, where that is the fault. */
function describeExpectation(name: MessageErrorCode): string {
  const { expected, clock } = messageErrorExamples[name]
  if (expected === undefined || clock === undefined) return ''
  const [member, value] =
    Object.entries(expected).find(
      ([key, one]) => !isDeepStrictEqual(one, expectedExampleMessageFields[key as keyof ExpectedSignInMessage]),
    ) ?? []
  if (member === undefined || value === anyValue) return `\nJudged at ${new Date(clock.now).toISOString()}.\n`
  const told = [value ?? []].flat().join(', ')
  return `\nExpected here as \`${member}\`: ${told === '' ? 'nothing' : `\`${told}\``}.\n`
}
