// `countersign activity verify` without the other commands, which take more memory than it does itself.
import { setFlagsFromString } from 'node:v8'
import { activityVerify } from './activity-verify.ts'

/** As the command line runs it. It writes nothing, and so nobody has to be named. */
export const run = (words: readonly string[], _systemUser: string | null): Promise<number> => {
  // V8 gives more and more room to what is young where a little of it survives each time, which in a long reading it does.
  setFlagsFromString('--semi-space-growth-factor=1')
  // And it lets a connection's buffers lie for long: of a PostgreSQL 117 MB came together.
  setFlagsFromString('--optimize-for-size')
  return activityVerify.run(words.slice(2))
}
