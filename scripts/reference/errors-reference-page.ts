import { isDeepStrictEqual } from 'node:util'
import { errorCatalog, messageErrorCodes } from '@countersign/api/error-catalog'
import type { ErrorCatalogCode } from '@countersign/api/error-catalog'
import { anyValue } from '@countersign/message'
import type { ExpectedSignInMessage, MessageErrorCode } from '@countersign/message'
import { messageErrorExamples, expectedExampleMessageFields } from '@countersign/message/message-error-examples'
import { messageErrorCatalog } from '@countersign/message/message-error-catalog'
import { formatTextExcerpt } from '../../server/src/cli/format-text-excerpt.ts'

const messageCodes: ReadonlySet<string> = new Set(messageErrorCodes)

export const renderErrorsReferencePage = (): string => `# Errors

Every error has a stable code; its text can change. \`retry\` says whether the same request can succeed
later. [calls.md](calls.md) describes the problem document, and the errors of each endpoint.

## Server errors

${(Object.keys(errorCatalog) as ErrorCatalogCode[])
  .filter((name) => !messageCodes.has(name))
  .map(describeError)
  .join('\n\n')}

## Message errors

A message with one of these errors violates a rule of
[the message format of its chain family](messages.md), or differs from what the server expects. Rules
that all formats share are cited from [ERC-4361](https://eips.ethereum.org/EIPS/eip-4361). In the
examples, the caret marks the position that the error reports. Invisible characters are drawn: \`␍\`
is a carriage return, \`␊\` a line feed, \`‹U+200B›\` the character with that code point.
\`countersign inspect\` and the page \`/inspector\` of every server report the same errors for any
message.

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

Rule: ${messageErrorCatalog[name].rule}. Status ${status}; retry: ${retry ? 'yes' : 'no'}. In the example, it is on line ${line}, column ${column}:

\`\`\`text
${formatTextExcerpt(text, { offset, length: 1 }, { around: 2 })}
\`\`\`
${describeExpectation(name)}
Open it in the inspector: \`https://YOUR-SITE/inspector#example=${name}\``
}

/** The expected value with which the example message was compared, for comparison errors. */
function describeExpectation(name: MessageErrorCode): string {
  const { expected, clock } = messageErrorExamples[name]
  if (expected === undefined || clock === undefined) return ''
  const [member, value] =
    Object.entries(expected).find(
      ([key, one]) => !isDeepStrictEqual(one, expectedExampleMessageFields[key as keyof ExpectedSignInMessage]),
    ) ?? []
  if (member === undefined || value === anyValue) return `\nChecked at ${new Date(clock.now).toISOString()}.\n`
  const expectedText = [value ?? []].flat().join(', ')
  return `\nExpected \`${member}\`: ${expectedText === '' ? 'none' : `\`${expectedText}\``}.\n`
}
