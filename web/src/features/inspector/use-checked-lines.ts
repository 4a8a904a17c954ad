// Verifies the lines of an export one after the other, with turns for the page in between (cooperative scheduling): thousands take seconds.
import { useEffect, useState } from 'react'
import { checkCheckpointOf, checkLines } from '@countersign/api/check-proofs'
import type { CheckedCheckpoint, CheckedLine, ProvedFile } from '@countersign/api/check-proofs'

/** What came of a file, as far as it was looked at. */
export interface CheckedFile {
  file: ProvedFile
  /** Null where it has none. */
  checkpoint: CheckedCheckpoint | null
  lines: readonly CheckedLine[]
  isDone: boolean
}

/** How long the page waits for it at a time, in milliseconds: less than a frame. */
const turnMs = 12

/** @param trusted the same list as long as the same keys are trusted */
export function useCheckedLines(file: ProvedFile, trusted: readonly string[] | undefined): CheckedFile | null {
  const [checked, setChecked] = useState<(CheckedFile & { trusted: readonly string[] | undefined }) | null>(null)
  useEffect(() => {
    const checkpoint = checkCheckpointOf(file, trusted)
    const going = checkLines(file, trusted)
    const lines: CheckedLine[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const go = () => {
      const end = performance.now() + turnMs
      for (;;) {
        const { value, done } = going.next()
        if (done !== true) lines.push(value)
        if (done === true || performance.now() > end) {
          setChecked({ file, trusted, checkpoint, lines, isDone: done === true })
          if (done !== true) timer = setTimeout(go)
          return
        }
      }
    }
    timer = setTimeout(go)
    return () => clearTimeout(timer)
  }, [file, trusted])
  return checked?.file === file && checked.trusted === trusted ? checked : null
}
