// Which states the page can show from the start. The others come only after a wallet is chosen, and what shows them is
// fetched then, because the sign-in page must be light.
import type { Phase, PhaseName } from '../wallet/states.ts'

const earlyNames = [
  'discovering',
  'choosing',
  'no-wallet',
  'connecting',
  'offline',
  'unreachable',
  'rate-limited',
] as const satisfies readonly PhaseName[]

export type EarlyPhase = Extract<Phase, { at: (typeof earlyNames)[number] }>
export type LatePhase = Exclude<Phase, EarlyPhase>

export function isEarly(phase: Phase): phase is EarlyPhase {
  return (earlyNames as readonly PhaseName[]).includes(phase.at)
}
