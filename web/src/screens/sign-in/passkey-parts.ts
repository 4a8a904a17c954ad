// What shows the states after a passkey is asked, in one file that is fetched then.
export { PasskeyDone } from './PasskeyDone.tsx'
export { PasskeySaid } from './PasskeySaid.tsx'
