// Follows the state of a proof that is under way.
import { useSyncExternalStore } from 'react'
import type { State } from '../wallet/machine-state.ts'
import type { RunningProof } from './begin-proof.ts'

export const useProofState = ({ proof }: RunningProof): State =>
  useSyncExternalStore(proof.subscribe, proof.getSnapshot)
