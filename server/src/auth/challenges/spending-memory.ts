// Remembers the last spendings in a small file outside of the database, so that one which went back in time is found out (`rollback-floor.ts`).
// Written without waiting for the disk: what a power cut takes from it only makes it remember less, or nothing.
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import type { Spending, SpendingMemory } from './rollback-floor.ts'

/** Several, because those of one moment are remembered in another order than they were committed in. */
const slots = 8
const slotForm = /^([0-9a-z]{26}) ([0-9]{15})$/
const slotBytes = 43
const write = ({ id, expiresAt }: Spending): string => `${id} ${String(expiresAt).padStart(15, '0')}\n`

/**
 * @param path of the file; made with the first spending where it is missing
 * @param failed is told once where the file cannot be written: what it would have remembered is then known to this process alone
 */
export function openSpendingMemory(path: string, failed: (error: unknown) => void): SpendingMemory {
  let kept = readMemory(path)
  let next = kept?.length ?? 0
  let file: number | null = null
  let isBroken = false

  const attempt = (action: () => void): void => {
    if (isBroken) return
    try {
      action()
    } catch (error) {
      isBroken = true
      if (file !== null) closeSync(file)
      failed(error)
    }
  }
  const clear = (): void => {
    kept = []
    next = 0
    attempt(() => writeFileSync(path, '', { mode: 0o600 }))
  }

  return {
    read: () => kept,
    clear,
    remember: (spending) => {
      if (kept === null) clear()
      const slot = next++ % slots
      kept = Object.assign(kept ?? [], { [slot]: spending })
      attempt(() => {
        file ??= openSync(path, 'r+')
        writeSync(file, write(spending), slot * slotBytes)
      })
    },
  }
}

/** @returns null where there is no such file, or it holds something else */
function readMemory(path: string): Spending[] | null {
  try {
    const text = readFileSync(path, 'utf8')
    const read = text
      .split('\n')
      .slice(0, -1)
      .map((line) => slotForm.exec(line))
    if (text.length !== read.length * slotBytes) return null
    return read.every((match) => match !== null)
      ? read.map(([, id = '', expiresAt]) => ({ id, expiresAt: Number(expiresAt) }))
      : null
  } catch {
    return null
  }
}

/** The memory of a process alone. */
export function rememberInProcess(): SpendingMemory {
  let kept: Spending[] = []
  return {
    read: () => kept,
    remember: (spending) => void (kept = [...kept, spending].slice(-slots)),
    clear: () => void (kept = []),
  }
}
