// Verifies an export's entries in time slices, because thousands of entries take seconds.
import { useEffect, useState } from 'react'
import { verifyExportCheckpoint, verifyExportedAuditEntries } from '@countersign/api/verify-audit-proofs'
import type { CheckpointVerificationResult } from '@countersign/api/verify-audit-checkpoint'
import type { ExportedEntryVerificationResult } from '@countersign/api/verify-audit-proofs'
import type { ExportWithAuditProofs } from '@countersign/api/parse-exported-audit-entries'

export interface AuditExportVerificationResult {
  file: ExportWithAuditProofs
  /** Null if the file has no checkpoint. */
  checkpoint: CheckpointVerificationResult | null
  lines: readonly ExportedEntryVerificationResult[]
  isDone: boolean
}

/** Shorter than one frame. */
const timeSliceMs = 12

/** @param trusted must be the same array as long as the keys are the same */
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
