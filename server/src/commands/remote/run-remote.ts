// `countersign … --server ADDRESS`: the same command for a server elsewhere. What there is no call for works on its machine alone.
import { readFileSync } from 'node:fs'
import { tokenVariable } from '../../platform/settings.ts'
import { connect, RemoteFault } from './connect.ts'
import { printable } from './printable.ts'
import { remoteCommands } from './remote-commands.ts'

/** What stands in front of or behind any command: which server it is for, and where the token is. */
export interface Elsewhere {
  server: string
  tokenFile: string | null
}

/**
 * Takes `--server` and `--token-file` out of the arguments.
 * @returns the other words, and what was taken out; null where it is for this machine
 */
export function takeElsewhere(words: readonly string[]): { words: string[]; elsewhere: Elsewhere | null } {
  const rest: string[] = []
  const found: Record<string, string> = {}
  for (let index = 0; index < words.length; index++) {
    const [, name = '', value] = /^--(server|token-file)(?:=(.*))?$/.exec(words[index] ?? '') ?? []
    if (name === '') rest.push(words[index] ?? '')
    else found[name] = value ?? words[++index] ?? ''
  }
  const { server, 'token-file': tokenFile = null } = found
  // Whoever names a token means another server: without its address nothing is done here instead.
  return {
    words: rest,
    elsewhere: server === undefined && tokenFile === null ? null : { server: server ?? '', tokenFile },
  }
}

/**
 * Runs a command on a server elsewhere.
 * @param name of the command
 * @returns the exit code
 */
export async function runRemote(
  name: string,
  parameters: readonly string[],
  { server, tokenFile }: Elsewhere,
): Promise<number> {
  const run = remoteCommands[name]
  if (run === undefined) {
    console.error(
      `"${name}" works on the machine of the server alone. With --server there are:\n${Object.keys(remoteCommands)
        .map((known) => `  ${known}`)
        .join('\n')}`,
    )
    return 2
  }
  try {
    return await run(connect(server, readToken(tokenFile)), parameters)
  } catch (error) {
    if (!(error instanceof RemoteFault)) throw error
    console.error(printable(error.message))
    return 1
  }
}

/** A token stands in no argument: every program on the machine can read those. */
function readToken(file: string | null): string {
  const token = file === null ? process.env[tokenVariable] : readTokenFile(file)
  if (token === undefined || token === '')
    throw new RemoteFault(
      `Set ${tokenVariable} to a token of the administration, or name a file that holds one with --token-file.`,
    )
  return token.trim()
}

function readTokenFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new RemoteFault(`The file ${path} cannot be read.`)
  }
}
