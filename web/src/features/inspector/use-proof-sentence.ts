// What came of one proof, in one sentence.
import type { CheckedProof } from '@countersign/api/check-proofs'
import { useTranslations } from 'use-intl'
import type { VerdictTone } from './Verdict.tsx'

/** @returns the function that says it, in the language of the page */
export function useProofSentence(): (result: CheckedProof) => { tone: VerdictTone; sentence: string } {
  const t = useTranslations()
  return ({ faults, index, checkpoint }) => {
    if (faults.length === 0 && index !== null && checkpoint?.size != null) {
      const { origin, size } = checkpoint
      // People count from one.
      return { tone: 'good', sentence: t('logProof.stood', { origin: origin ?? '', place: index + 1, size }) }
    }
    // Whoever has no key is not told that something is wrong.
    const isUnsigned = faults.length > 0 && faults.every((fault) => fault === 'signature_unknown')
    return isUnsigned
      ? { tone: 'open', sentence: t('logProof.unsigned') }
      : { tone: 'wrong', sentence: t('logProof.doesNotStand') }
  }
}
