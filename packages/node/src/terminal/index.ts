// Wallet sign-in for programs in a terminal.
export { signInFromTerminal } from './sign-in-from-terminal.ts'
export type { TerminalSignIn } from './sign-in-from-terminal.ts'
export type { TerminalSignInOptions } from './terminal-options.ts'
