// What came of one proof, in one sentence.
import type { CheckedProof } from '@countersign/api/check-proofs'
import { numberFormat } from '../../ui/formats.ts'
import { useChapter, useSpeech } from '../../words/use-words.ts'
import type { VerdictTone } from './Verdict.tsx'

/** @returns the function that says it, in the language of the page */
export function useProofSentence(): (result: CheckedProof) => { tone: VerdictTone; sentence: string } {
  const words = useChapter('logProof')
  const { locale } = useSpeech()
  const count = numberFormat(locale)
  return ({ faults, index, checkpoint }) => {
    if (faults.length === 0 && index !== null && checkpoint?.size != null) {
      // People count from one.
      const place = words.place(count.format(index + 1), count.format(checkpoint.size))
      return { tone: 'good', sentence: words.stood(checkpoint.origin ?? '', place) }
    }
    // Whoever has no key is not told that something is wrong.
    const isUnsigned = faults.length > 0 && faults.every((fault) => fault === 'signature_unknown')
    return isUnsigned ? { tone: 'open', sentence: words.unsigned } : { tone: 'wrong', sentence: words.doesNotStand }
  }
}
