// `countersign activity verify` without the other commands, which take more memory than it does itself.
import { activityVerify } from './activity-verify.ts'

/** As the command line runs it. It writes nothing, and so nobody has to be named. */
export const run = (words: readonly string[], _systemUser: string | null): Promise<number> =>
  activityVerify.run(words.slice(2))
