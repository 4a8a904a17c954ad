// What a command is that works on a server elsewhere, by calls of its administration (a remote CLI subcommand).
import type { RemoteServer } from './connect.ts'

/** A command for a server elsewhere. It answers the exit code. */
export type RemoteCommand = (server: RemoteServer, parameters: readonly string[]) => Promise<number>
