// All examples of the inspector. Every error code of a message has at least one example.
import type { MessageErrorCode } from '@countersign/message'
import { messageErrorExamples, validEthereumMessageExample } from '@countersign/message/message-error-examples'
import type { MessageInspectorExample, InspectorExampleFindingKind } from './message-inspector-example-types.ts'
import {
  createMessageInspectorScenarioExamples,
  ethereumSignatureByOtherKeyExample,
} from './message-inspector-scenario-examples.ts'

const validTime = Date.UTC(2024, 1, 29, 12, 1)

// The kind of finding for each code that is not a parse error.
const exampleContextByCode: Partial<
  Record<MessageErrorCode, Pick<MessageInspectorExample, 'origin' | 'signature'> & { by: InspectorExampleFindingKind }>
> = {
  'message.scheme_mismatch': { by: 'origin', origin: 'http://example.com:443' },
  'message.domain_mismatch': { by: 'origin', origin: 'https://example.org' },
  'message.address_mismatch': { by: 'signature', signature: ethereumSignatureByOtherKeyExample },
  'message.issued_in_future': { by: 'time' },
  'message.expired': { by: 'time' },
  'message.not_yet_valid': { by: 'time' },
}

export const inspectorExampleByErrorCode: Readonly<Record<MessageErrorCode, MessageInspectorExample>> =
  Object.fromEntries(
    (Object.keys(messageErrorExamples) as MessageErrorCode[]).map((code) => [code, createCodeExample(code)]),
  ) as Record<MessageErrorCode, MessageInspectorExample>

export const messageInspectorExamples: readonly MessageInspectorExample[] = [
  ...Object.values(inspectorExampleByErrorCode),
  ...createMessageInspectorScenarioExamples(validTime),
]

function createCodeExample(code: MessageErrorCode): MessageInspectorExample {
  if (code === 'message.not_yet_valid') return createNotYetValidExample()
  const { text, line, offset, expected, clock } = messageErrorExamples[code]
  const { by, ...options } = exampleContextByCode[code] ?? { by: expected ? 'field' : 'fault' }
  return {
    name: code,
    text,
    at: by === 'time' && clock ? clock.now : validTime,
    ...options,
    shows: { code, by, line, offset },
  }
}

// There is no tolerance, so the issue time must be in the past.
function createNotYetValidExample(): MessageInspectorExample {
  const time = '2024-02-29T12:02:00Z'
  const text = validEthereumMessageExample.replace('2024-02-29T11:59:00Z', time)
  const offset = text.indexOf(time)
  const line = text.slice(0, offset).split('\n').length
  return {
    name: 'message.not_yet_valid',
    text,
    at: validTime,
    shows: { code: 'message.not_yet_valid', by: 'time', line, offset },
  }
}
