// Every state that the sign-in screen can be in, once: how a person gets there, what they then read and what they can
// do. The tests walk this table, and so do the screenshots.
import { checkingStates } from './states/checking.ts'
import { choosingStates } from './states/choosing.ts'
import { connectingStates } from './states/connecting.ts'
import { contractStates } from './states/contracts.ts'
import { familyStates } from './states/families.ts'
import { signingStates } from './states/signing.ts'
import type { ScreenState } from './states/state.ts'

export const states: readonly ScreenState[] = [
  ...choosingStates,
  ...connectingStates,
  ...signingStates,
  ...checkingStates,
  ...contractStates,
  ...familyStates,
]
