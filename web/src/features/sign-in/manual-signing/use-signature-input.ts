// The pasted signature, and what is wrong with it. Nothing is submitted before it was checked here.
import { useEffect, useState } from 'react'
import { getWalletAddressNamespace } from '../wallet/get-wallet-address-namespace.ts'
import type { WalletMessageToSign } from '../wallet/wallet-proof-phases.ts'
import type { WrongSignatureError } from './check-pasted-signature.ts'
import { isLikelySecret } from './detect-pasted-secret.ts'
import { parsePastedSignature } from './parse-pasted-signature.ts'
import type { PastedSignatureError } from './parse-pasted-signature.ts'

export type SignatureProblem =
  | {
      /** `unchecked`: the code that checks signatures could not be loaded. */
      readonly error: PastedSignatureError | WrongSignatureError | 'unchecked'
      readonly signer?: string | null
      /** Set if it may be the signature of a contract, which only the server can check. */
      readonly contractSignature?: string
    }
  | { readonly refusal: string }

interface SignatureInput {
  readonly value: string
  readonly problem: SignatureProblem | null
  readonly isChecking: boolean
  readonly change: (value: string) => void
  /** Resolves to the signature to submit, or to null if there is a problem. */
  readonly check: (draft: WalletMessageToSign) => Promise<string | null>
}

const loadSignatureCheck = () => import('./check-pasted-signature.ts')

export function useSignatureInput(): SignatureInput {
  const [value, setValue] = useState('')
  const [problem, setProblem] = useState<SignatureProblem | null>(null)
  const [isChecking, setIsChecking] = useState(false)
  // Loaded while the person signs elsewhere. A failure is reported when the signature is checked.
  useEffect(() => void loadSignatureCheck().catch(() => undefined), [])
  return {
    value,
    problem,
    isChecking,
    change(text) {
      // A secret is removed from the field at once. A long signature may look like one while it is
      // typed, so only a text that fills the empty field at once is checked here.
      const isSecret = value === '' && isLikelySecret(text)
      setValue(isSecret ? '' : text)
      setProblem(isSecret ? { error: 'secret' } : null)
    },
    async check(draft) {
      setIsChecking(true)
      const result = await findProblem(value, draft)
      setIsChecking(false)
      if (typeof result === 'string') return result
      if ('error' in result && result.error === 'secret') setValue('')
      setProblem(result)
      return null
    },
  }
}

/** Returns the signature if there is no problem. Never rejects. */
async function findProblem(pasted: string, draft: WalletMessageToSign): Promise<SignatureProblem | string> {
  const parsed = parsePastedSignature(pasted, getWalletAddressNamespace(draft.address), draft.address)
  if (typeof parsed === 'string') return { error: parsed }
  const { signature } = parsed
  const result = await loadSignatureCheck()
    .then(({ checkPastedSignature }) => checkPastedSignature(draft, signature))
    .catch(() => null)
  if (result === null) return { error: 'unchecked' }
  if (result.outcome === 'submit') return signature
  if (result.outcome === 'refusal') return { refusal: result.code }
  const { error, signer, mayBeContract } = result
  return { error, signer, ...(mayBeContract && { contractSignature: signature }) }
}
