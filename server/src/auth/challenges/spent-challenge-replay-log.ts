// Logs spent challenges in a file, to detect a database rollback. A power cut may lose entries.
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import type { SpentChallenge, SpentChallengeReplayLog } from './challenge-database-rollback-guard.ts'

/** More than one, because concurrent challenges are logged out of commit order. */
const slotCount = 8
const slotPattern = /^([0-9a-z]{26}) ([0-9]{15})$/
const slotBytes = 43
const formatSlot = ({ id, expiresAt }: SpentChallenge): string => `${id} ${String(expiresAt).padStart(15, '0')}\n`

/** After the first write error, the log is only in memory. */
export function openSpentChallengeReplayLog(
  path: string,
  onWriteError: (error: unknown) => void,
): SpentChallengeReplayLog {
  let kept = readSpentChallengeFile(path)
  let next = kept?.length ?? 0
  let file: number | null = null
  let isBroken = false

  const tryFileOperation = (action: () => void): void => {
    if (isBroken) return
    try {
      action()
    } catch (error) {
      isBroken = true
      if (file !== null) closeSync(file)
      onWriteError(error)
    }
  }
  const clear = (): void => {
    kept = []
    next = 0
    tryFileOperation(() => writeFileSync(path, '', { mode: 0o600 }))
  }

  return {
    readRecent: () => kept,
    clear,
    record: (spending) => {
      if (kept === null) clear()
      const slot = next++ % slotCount
      kept = Object.assign(kept ?? [], { [slot]: spending })
      tryFileOperation(() => {
        file ??= openSync(path, 'r+')
        writeSync(file, formatSlot(spending), slot * slotBytes)
      })
    },
  }
}

function readSpentChallengeFile(path: string): SpentChallenge[] | null {
  try {
    const text = readFileSync(path, 'utf8')
    const read = text
      .split('\n')
      .slice(0, -1)
      .map((line) => slotPattern.exec(line))
    if (text.length !== read.length * slotBytes) return null
    return read.every((match) => match !== null)
      ? read.map(([, id = '', expiresAt]) => ({ id, expiresAt: Number(expiresAt) }))
      : null
  } catch {
    return null
  }
}

export function createInMemorySpentChallengeReplayLog(): SpentChallengeReplayLog {
  let kept: SpentChallenge[] = []
  return {
    readRecent: () => kept,
    record: (spending) => void (kept = [...kept, spending].slice(-slotCount)),
    clear: () => void (kept = []),
  }
}
