// The states that show the message, which come with it.
import type { Phase } from '../wallet/states.ts'

const names = ['preparing', 'message-ready', 'signing', 'signature-open', 'awaiting', 'checking', 'done'] as const

export type MessagePhase = Extract<Phase, { at: (typeof names)[number] }>

export const isMessagePhase = (phase: Phase): phase is MessagePhase => (names as readonly string[]).includes(phase.at)
