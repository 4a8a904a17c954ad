// What shows the states after a wallet is chosen, and what writes its message, in one file that is fetched then.
export { AlreadySignedIn } from './AlreadySignedIn.tsx'
export { MessageStage } from './MessageStage.tsx'
export { Panel } from './Panel.tsx'
export { lateSentencesOf } from './say-late.ts'
export { messageWriter } from '../wallet/message-writer.ts'
export { connectAtOnce } from '../wallet/one-prompt.ts'
export { forgetAwaited, recallAwaited } from './awaited.ts'
export { resume } from '../wallet/resumed.ts'
