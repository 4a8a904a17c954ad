import { examples } from '@countersign/inspector/examples'
import type { Findings } from '@countersign/inspector/findings'
import { inspect } from '@countersign/inspector/inspect'
import { readOrigin } from '@countersign/inspector/judge-origin'
import { expect, test } from 'vitest'
import { offeredFaults, readExample } from './examples.ts'
import { nothingInspected } from './fragment.ts'
import { momentOf } from './moment.ts'

/** What the page finds in an example, from what stands in its fields alone. */
function inspectExample(name: string): Findings {
  const { text, signature, origin, at } = readExample(name)
  return inspect(text, {
    at: momentOf(at)!,
    signature: signature === '' ? undefined : signature,
    origin: readOrigin(origin) === null ? undefined : origin,
  })
}

test.each(examples)('the example $name shows what it says', ({ name, shows, text, ...given }) => {
  const findings = inspectExample(name)
  expect(findings).toEqual(inspect(text, given))
  if (shows === null) return
  if (shows.by === 'fault') {
    expect(findings.faults[0]).toMatchObject({ code: shows.code, place: { line: shows.line, offset: shows.offset } })
    return
  }
  expect(findings.outcome).toBe('well-formed')
  const otherState = shows.code.replace('message.', '').replaceAll('_', '-')
  expect(findings.time?.state).toBe(shows.by === 'time' ? otherState : 'valid')
  if (shows.by === 'origin') expect(findings.origin?.matches).toBe(false)
  if (shows.by === 'signature') expect(findings.signature?.matches).toBe(false)
})

test('what is offered to begin with exists, and a name that there is not shows nothing', () => {
  for (const name of ['sound', 'signed', ...offeredFaults]) expect(readExample(name).text).not.toBe('')
  expect(inspectExample('signed').signature?.matches).toBe(true)
  for (const name of ['', 'nowhere', '__proto__', 'constructor']) expect(readExample(name)).toEqual(nothingInspected)
})
