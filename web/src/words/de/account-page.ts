// The words that the account begins with, as one file: few requests, which are compressed better together.
export * from './account.ts'
export * from './email.ts'
export * from './known-wallet.ts'
export * from './passkeys.ts'
export * from './person.ts'
export * from './step-up.ts'
export * from './user-name.ts'
export * from './wallets.ts'
