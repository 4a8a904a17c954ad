// One table of what can be inspected: the tests, the reference and the page take their examples from here. Every code that
// a message can cause has one, made from the one that proves the code.
import type { MessageFaultCode } from '@countersign/message'
import { faultExamples, soundMessage } from '@countersign/message/fault-examples'
import type { InspectorExample, ShownBy } from './example.ts'
import { namedExamples, signatureOfAnother } from './named-examples.ts'

/** A moment at which the sound message is valid. */
const validMoment = Date.UTC(2024, 1, 29, 12, 1)

/** What beside the text makes the findings show a code that is not one of form. */
const beside: Partial<Record<MessageFaultCode, Pick<InspectorExample, 'origin' | 'signature'> & { by: ShownBy }>> = {
  'message.scheme_mismatch': { by: 'origin', origin: 'http://example.com:443' },
  'message.domain_mismatch': { by: 'origin', origin: 'https://example.org' },
  'message.address_mismatch': { by: 'signature', signature: signatureOfAnother },
  'message.issued_in_future': { by: 'time' },
  'message.expired': { by: 'time' },
  'message.not_yet_valid': { by: 'time' },
}

/** The example of every code that a message can cause. */
export const codeExamples: Readonly<Record<MessageFaultCode, InspectorExample>> = Object.fromEntries(
  (Object.keys(faultExamples) as MessageFaultCode[]).map((code) => [code, exampleOf(code)]),
) as Record<MessageFaultCode, InspectorExample>

/** Every example: those of the codes, and the named ones. */
export const examples: readonly InspectorExample[] = [...Object.values(codeExamples), ...namedExamples(validMoment)]

function exampleOf(code: MessageFaultCode): InspectorExample {
  if (code === 'message.not_yet_valid') return notYetValid()
  const { text, line, offset, expected, at } = faultExamples[code]
  const { by, ...options } = beside[code] ?? { by: expected ? 'field' : 'fault' }
  return {
    name: code,
    text,
    at: by === 'time' && at ? at.now : validMoment,
    ...options,
    shows: { code, by, line, offset },
  }
}

/** Judged without tolerance, a message that is not valid yet has to be issued already. */
function notYetValid(): InspectorExample {
  const time = '2024-02-29T12:02:00Z'
  const text = soundMessage.replace('2024-02-29T11:59:00Z', time)
  const offset = text.indexOf(time)
  const line = text.slice(0, offset).split('\n').length
  return {
    name: 'message.not_yet_valid',
    text,
    at: validMoment,
    shows: { code: 'message.not_yet_valid', by: 'time', line, offset },
  }
}
