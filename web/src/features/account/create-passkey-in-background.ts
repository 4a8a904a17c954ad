// Creates a passkey without a prompt, where the browser can (decision 0013).
import type { PasskeyAttestation, PasskeyCreationOptions } from '@countersign/api/api-endpoints'
import type { PasskeyCreationResult } from '../sign-in/passkeys/create-passkey.ts'

/** WebAuthn L3 §5.1.7. */
export async function canCreatePasskeysInBackground(): Promise<boolean> {
  try {
    // Some browsers lack this function or the whole interface, despite their types.
    const capabilities = await PublicKeyCredential.getClientCapabilities?.()
    return capabilities?.['conditionalCreate'] === true
  } catch {
    return false
  }
}

type StepResult<Answer> = { readonly ok: true; readonly answer: Answer } | { readonly ok: false }

export interface BackgroundPasskeySteps {
  readonly createOptions: () => Promise<StepResult<PasskeyCreationOptions>>
  readonly create: (options: PasskeyCreationOptions) => Promise<PasskeyCreationResult>
  readonly add: (attestation: PasskeyAttestation) => Promise<StepResult<unknown>>
}

/** `exists`: the password manager already has a passkey of this person. */
type BackgroundPasskeyOutcome = 'created' | 'exists' | 'not-created'

/** Silent if the server requires a proof, or if the browser refuses. */
export async function createPasskeyInBackground({
  createOptions,
  create,
  add,
}: BackgroundPasskeySteps): Promise<BackgroundPasskeyOutcome> {
  const options = await createOptions()
  if (!options.ok) return 'not-created'
  const made = await create(options.answer)
  if (!made.ok) return made.reason === 'registered-already' ? 'exists' : 'not-created'
  const added = await add(made.attestation)
  return added.ok ? 'created' : 'not-created'
}
