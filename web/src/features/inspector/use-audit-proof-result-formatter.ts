import type { AuditProofVerificationResult } from '@countersign/api/verify-audit-proofs'
import { useTranslations } from 'use-intl'
import type { MessageInspectorVerdictTone } from './MessageInspectorVerdictHeading.tsx'

export function useAuditProofResultFormatter(): (result: AuditProofVerificationResult) => {
  tone: MessageInspectorVerdictTone
  sentence: string
} {
  const t = useTranslations()
  return ({ errors, index, checkpoint }) => {
    if (errors.length === 0 && index !== null && checkpoint?.size != null) {
      const { origin, size } = checkpoint
      return { tone: 'good', sentence: t('logProof.stood', { origin: origin ?? '', place: index + 1, size }) }
    }
    // A missing key does not count as an error.
    const isUnsigned = errors.length > 0 && errors.every((fault) => fault === 'signature_unknown')
    return isUnsigned
      ? { tone: 'open', sentence: t('logProof.unsigned') }
      : { tone: 'wrong', sentence: t('logProof.doesNotStand') }
  }
}
