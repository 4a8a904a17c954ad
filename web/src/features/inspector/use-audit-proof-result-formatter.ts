// What came of one proof, in one sentence.
import type { AuditProofVerificationResult } from '@countersign/api/verify-audit-proofs'
import { useTranslations } from 'use-intl'
import type { MessageInspectorVerdictTone } from './MessageInspectorVerdictHeading.tsx'

/** @returns the function that says it, in the language of the page */
export function useAuditProofResultFormatter(): (result: AuditProofVerificationResult) => {
  tone: MessageInspectorVerdictTone
  sentence: string
} {
  const t = useTranslations()
  return ({ errors, index, checkpoint }) => {
    if (errors.length === 0 && index !== null && checkpoint?.size != null) {
      const { origin, size } = checkpoint
      // People count from one.
      return { tone: 'good', sentence: t('logProof.stood', { origin: origin ?? '', place: index + 1, size }) }
    }
    // Whoever has no key is not told that something is wrong.
    const isUnsigned = errors.length > 0 && errors.every((fault) => fault === 'signature_unknown')
    return isUnsigned
      ? { tone: 'open', sentence: t('logProof.unsigned') }
      : { tone: 'wrong', sentence: t('logProof.doesNotStand') }
  }
}
