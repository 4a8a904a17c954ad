// What waits for another device, in one file that is fetched when somebody wants it.
export { AnotherDevice } from './AnotherDevice.tsx'
export { OnThisPhone } from './OnThisPhone.tsx'
