// Tests of the file that logs recently spent challenges.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { testClockStartTime } from '../../testing/countersign-test-server.ts'
import { openSpentChallengeReplayLog } from './spent-challenge-replay-log.ts'

const ids = Array.from({ length: 20 }, (_, index) => `${'0'.repeat(24)}${String(index).padStart(2, '0')}`)

describe('spent-challenge replay log', () => {
  const folder = (): string => {
    const made = mkdtempSync(join(tmpdir(), 'countersign-memory-'))
    onTestFinished(() => rmSync(made, { recursive: true, force: true }))
    return made
  }
  const never = (error: unknown): void => {
    throw error
  }

  test('keeps the last eight spent challenges across a restart', () => {
    const path = join(folder(), 'spent')
    const memory = openSpentChallengeReplayLog(path, never)
    expect([memory.readRecent(), existsSync(path)]).toEqual([null, false])
    for (const [index, id] of ids.entries()) memory.record({ id, expiresAt: testClockStartTime + index })
    const last = ids.slice(-8).toSorted()
    expect(
      memory
        .readRecent()
        ?.map(({ id }) => id)
        .toSorted(),
    ).toEqual(last)
    expect(
      openSpentChallengeReplayLog(path, never)
        .readRecent()
        ?.map(({ id }) => id)
        .toSorted(),
    ).toEqual(last)
    expect(openSpentChallengeReplayLog(path, never).readRecent()).toContainEqual({
      id: ids[19],
      expiresAt: testClockStartTime + 19,
    })
    memory.clear()
    expect([memory.readRecent(), openSpentChallengeReplayLog(path, never).readRecent()]).toEqual([[], []])
    memory.record({ id: ids[0] ?? '', expiresAt: testClockStartTime })
    expect(openSpentChallengeReplayLog(path, never).readRecent()).toEqual([
      { id: ids[0], expiresAt: testClockStartTime },
    ])
  })

  test('counts as missing if the file has unexpected content', () => {
    const path = join(folder(), 'spent')
    for (const text of ['something else\n', `${ids[0]} 000000000000001\nxx`, '\u0000'.repeat(86)]) {
      writeFileSync(path, text)
      expect([text, openSpentChallengeReplayLog(path, never).readRecent()]).toEqual([text, null])
    }
  })

  test('falls back to memory if the file cannot be written, and reports the error once', () => {
    const failures: unknown[] = []
    const memory = openSpentChallengeReplayLog(join(folder(), 'missing', 'spent'), (error) => failures.push(error))
    for (const id of ids.slice(0, 2)) memory.record({ id, expiresAt: testClockStartTime })
    expect([memory.readRecent()?.length, failures.length]).toEqual([2, 1])
  })
})
