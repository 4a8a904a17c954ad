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

/** What the page finds in an example, from what stands in its fields alone. */
function inspectExample(name: string): MessageInspectionResult {
  const { text, signature, origin, at } = findMessageInspectorExampleInput(name)
  return inspectMessage(text, {
    at: parseTimestamp(at)!,
    signature: signature === '' ? undefined : signature,
    origin: parseOriginUrl(origin) === null ? undefined : origin,
  })
}

test.each(messageInspectorExamples)('the example $name shows what it says', ({ name, shows, text, ...given }) => {
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
})

test('what is offered to begin with exists, and a name that there is not shows nothing', () => {
  for (const name of ['sound', 'signed', ...offeredMessageExampleErrorCodes])
    expect(findMessageInspectorExampleInput(name).text).not.toBe('')
  expect(inspectExample('signed').signature?.matches).toBe(true)
  for (const name of ['', 'nowhere', '__proto__', 'constructor'])
    expect(findMessageInspectorExampleInput(name)).toEqual(emptyMessageInspectorInputValues)
})
