// The English words of the sign-in flow, wherever a wallet is proved, as one file.
export * from './clock.ts'
export * from './demand.ts'
export * from './interaction.ts'
export * from './kept-out.ts'
export * from './no-wallet.ts'
export * from './not-allowed.ts'
export * from './passkey-sign-in.ts'
export * from './proving.ts'
