// What each fault of a sign-in message means to a person.
import type { MessageFaultWords } from '../shape.ts'

export const messageFaults = {} as MessageFaultWords
