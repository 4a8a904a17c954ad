// Which of the sign-in methods that the application accepts the sign-in page offers.
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { getChainIdAndName } from '../../platform/chain-settings.ts'
import type { ServerAppContext } from '../../platform/register-api-endpoint.ts'
import type { ApplicationRecord } from '../../store/applications/application-store.ts'
import { isEverySignInMethodAccepted } from '../../store/applications/sign-in-methods-accepted-by-application.ts'
import { listBindableSignInMethods } from './bound-proof.ts'

export function choosePreferredMethod(
  { definition: { signInMethods: accepted } }: ApplicationRecord,
  asked: ApiEndpointOutput<'readInteraction'>['requestedMethod'],
): ApiEndpointOutput<'readInteraction'>['requestedMethod'] {
  if (!accepted.includes('passkey')) return 'wallet'
  return accepted.length === 1 ? 'passkey' : asked
}

export function describeAcceptedMethods(
  { settings }: ServerAppContext,
  application: ApplicationRecord,
  needsBoundProof: boolean,
): ApiEndpointOutput<'readInteraction'>['accepts'] {
  if (!needsBoundProof && isEverySignInMethodAccepted(application)) return null
  const { signInMethods: accepted, chains } = application.definition
  return {
    signInMethods: [...(needsBoundProof ? listBindableSignInMethods(accepted) : accepted)],
    chains: chains.map((id) => getChainIdAndName(settings.chains, id).name),
  }
}
