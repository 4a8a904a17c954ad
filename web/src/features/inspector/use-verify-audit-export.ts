// Verifies the lines of an export one after the other, with turns for the page in between (cooperative scheduling): thousands take seconds.
import { useEffect, useState } from 'react'
import { verifyExportCheckpoint, verifyExportedAuditEntries } from '@countersign/api/verify-audit-proofs'
import type { CheckpointVerificationResult } from '@countersign/api/verify-audit-checkpoint'
import type { ExportedEntryVerificationResult } from '@countersign/api/verify-audit-proofs'
import type { ExportWithAuditProofs } from '@countersign/api/parse-exported-audit-entries'

/** What came of a file, as far as it was looked at. */
export interface AuditExportVerificationResult {
  file: ExportWithAuditProofs
  /** Null where it has none. */
  checkpoint: CheckpointVerificationResult | null
  lines: readonly ExportedEntryVerificationResult[]
  isDone: boolean
}

/** How long the page waits for it at a time, in milliseconds: less than a frame. */
const timeSliceMs = 12

/** @param trusted the same list as long as the same keys are trusted */
export function useVerifyAuditExport(
  file: ExportWithAuditProofs,
  trusted: readonly string[] | undefined,
): AuditExportVerificationResult | null {
  const [checked, setChecked] = useState<
    (AuditExportVerificationResult & { trusted: readonly string[] | undefined }) | null
  >(null)
  useEffect(() => {
    const checkpoint = verifyExportCheckpoint(file, trusted)
    const going = verifyExportedAuditEntries(file, trusted)
    const lines: ExportedEntryVerificationResult[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const go = () => {
      const end = performance.now() + timeSliceMs
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
