// The request parameter `proof_binding`: the person signs a message bound to this request.
import { createProofBinding } from '@countersign/proof/proof-binding'

type AuthorizationParameters = Readonly<Record<string, string | undefined>>

export const proofBindingParameter = 'proof_binding'

/** Null if the request needs no bound proof; otherwise the resource URI that the message must have. */
export function getRequestedProofBinding(parameters: AuthorizationParameters): string | null {
  const { [proofBindingParameter]: kind, client_id, nonce } = parameters
  return kind === undefined || client_id === undefined || nonce === undefined
    ? null
    : createProofBinding(client_id, nonce)
}
