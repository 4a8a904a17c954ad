// What an operator can do about a refused attempt, by the reason recorded in the audit log.

export const refusalNextSteps = [
  'confirmWallet',
  'addToGroup',
  'retry',
  'sameBrowser',
  'rightWallet',
  'walletSoftware',
  'contractWallet',
  'chain',
  'addPasskeyAgain',
  'otherDevice',
  'declined',
  'otherSite',
  'alteredMessage',
] as const
export type RefusalNextStep = (typeof refusalNextSteps)[number]

const reasonsByStep: Readonly<Record<Exclude<RefusalNextStep, 'alteredMessage'>, readonly string[]>> = {
  confirmWallet: ['the owners of its contract have changed'],
  addToGroup: ['not a member of a required group'],
  retry: ['unknown or used', 'expired', 'expired for a key', 'issued before a restore'],
  sameBrowser: [
    'no cookie',
    'another browser',
    'another purpose',
    'another interaction',
    'another person',
    'interaction unknown, finished, expired, or of another browser',
  ],
  rightWallet: ['other_signer', 'a wallet that is not theirs', 'off_curve', 'not for a message'],
  walletSoftware: [
    'simple_not_allowed',
    'form_unclear',
    'high_s',
    'legacy_for_segwit',
    'script_unknown',
    'offchain_old_header',
    'offchain_signers',
    'offchain_text',
    'timelock',
    'high_s',
  ],
  contractWallet: [
    'not_accepted',
    'contract_failed',
    'answer_malformed',
    'answer_too_long',
    'not_deployed',
    'factory_not_allowed',
    'deployment_failed',
    'delegate_not_allowed',
  ],
  chain: ['unreachable'],
  addPasskeyAgain: [
    'unknown passkey',
    'removed passkey',
    'a passkey that is not theirs',
    'another user handle',
    'another relying party',
    'person not present',
    'person not verified',
    'signature',
    'unreadable',
  ],
  otherDevice: ['wrong-pair', 'second-device'],
  // Can be an attack that the person stopped (THREATS P16), so the advice must not be to confirm it.
  declined: ['refused', 'reported'],
  otherSite: ['another origin', 'inside another site'],
}

const stepByReason: ReadonlyMap<string, RefusalNextStep> = new Map(
  Object.entries(reasonsByStep).flatMap(([step, reasons]) =>
    reasons.map((reason) => [reason, step as RefusalNextStep] as const),
  ),
)

interface CurrentPersonState {
  status: string
  walletList: readonly { hold: unknown }[]
}

/**
 * @returns null if there is nothing to advise, also because the person's state has changed since
 */
export function findRefusalNextStep(
  reason: string,
  { status, walletList }: CurrentPersonState,
): RefusalNextStep | null {
  // Restoring the person comes first, and a notice at the top of the page offers it.
  const step = status === 'suspended' ? null : findStep(reason)
  return step === 'confirmWallet' && walletList.every(({ hold }) => hold === null) ? null : step
}

function findStep(reason: string): RefusalNextStep | null {
  if (/^message\.(domain|uri|scheme)_mismatch$/.test(reason)) return 'otherSite'
  return stepByReason.get(reason) ?? (reason.startsWith('message.') ? 'alteredMessage' : null)
}
