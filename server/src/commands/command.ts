// What a command of the command line is (CLI subcommand).

/** A command: what it is for, and what it does with its arguments. It answers the exit code. */
export interface Command {
  usage: string
  about: string
  /** What else its help says: its options, where they are many. */
  details?: string
  run: (parameters: readonly string[]) => Promise<number>
}
