// Wallet sign-in for programs in a terminal.
export { renewTerminalSignIn } from './renew-terminal-sign-in.ts'
export { signInFromTerminal } from './sign-in-from-terminal.ts'
export type { TerminalSignIn } from './sign-in-from-terminal.ts'
export type { TerminalSignInOptions } from './terminal-options.ts'
