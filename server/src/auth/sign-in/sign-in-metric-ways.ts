// The values of the label `way` of sign-in metrics.
import { signInMethodByProofMethod } from '@countersign/api/sign-in-methods'
import { anotherDeviceWay } from '@countersign/api/sign-in-ways'

/** `ethereum` is an ordinary key. */
export type SignInMetricWay = 'ethereum' | 'contract' | 'solana' | 'bitcoin' | 'passkey' | typeof anotherDeviceWay

/** @param proofMethod as in the audit log: `ecdsa`, `erc1271`, `passkey` and so on */
export function getSignInMetricWay(proofMethod: string, isCrossDevice: boolean): SignInMetricWay {
  if (isCrossDevice) return anotherDeviceWay
  const method = signInMethodByProofMethod.get(proofMethod)
  return method === undefined || method === 'key' ? 'ethereum' : method
}

/** Before a message is verified, its first line names the chain family (CAIP-122). */
export function guessSignInMetricWay(message: string): SignInMetricWay {
  const [firstLine = ''] = message.slice(0, 512).split('\n')
  if (firstLine.includes('Solana account')) return 'solana'
  return firstLine.includes('Bitcoin account') ? 'bitcoin' : 'ethereum'
}
