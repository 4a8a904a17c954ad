import { messageInspectorExamples } from '@countersign/inspector/message-inspector-examples'
import type { MessageInspectionResult } from '@countersign/inspector/message-inspection-findings'
import { inspectMessage } from '@countersign/inspector/inspect-message'
import { parseOriginUrl } from '@countersign/inspector/check-message-origin'
import { expect, test } from 'vitest'
import {
  offeredMessageExampleErrorCodes,
  findMessageInspectorExampleInput,
} from './offered-message-inspector-examples.ts'
import { emptyMessageInspectorInputValues } from './message-inspector-url-fragment.ts'
import { parseTimestamp } from './parse-timestamp.ts'

function inspectExample(name: string): MessageInspectionResult {
  const { text, signature, origin, at } = findMessageInspectorExampleInput(name)
  return inspectMessage(text, {
    at: parseTimestamp(at)!,
    signature: signature === '' ? undefined : signature,
    origin: parseOriginUrl(origin) === null ? undefined : origin,
  })
}

test.each(messageInspectorExamples)(
  'the inspector example $name shows the finding it is meant to show',
  ({ name, shows, text, ...given }) => {
    const findings = inspectExample(name)
    expect(findings).toEqual(inspectMessage(text, given))
    if (shows === null) return
    if (shows.by === 'fault') {
      expect(findings.errors[0]).toMatchObject({ code: shows.code, place: { line: shows.line, offset: shows.offset } })
      return
    }
    expect(findings.outcome).toBe('well-formed')
    const otherState = shows.code.replace('message.', '').replaceAll('_', '-')
    expect(findings.time?.state).toBe(shows.by === 'time' ? otherState : 'valid')
    if (shows.by === 'origin') expect(findings.origin?.matches).toBe(false)
    if (shows.by === 'signature') expect(findings.signature?.matches).toBe(false)
  },
)

test('every suggested inspector example exists, and an unknown name shows an empty form', () => {
  for (const name of ['sound', 'signed', ...offeredMessageExampleErrorCodes])
    expect(findMessageInspectorExampleInput(name).text).not.toBe('')
  expect(inspectExample('signed').signature?.matches).toBe(true)
  for (const name of ['', 'nowhere', '__proto__', 'constructor'])
    expect(findMessageInspectorExampleInput(name)).toEqual(emptyMessageInspectorInputValues)
})
