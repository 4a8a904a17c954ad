// docs/reference/commands.md: the command line, in the words of its own help.
import { commands } from '../../server/src/commands/commands.ts'
import type { Command } from '../../server/src/commands/command.ts'

/** The page of all commands. */
export const makeCommands = (): string => `# Commands

\`npx countersign COMMAND\`, in the folder of the installation. Each reads the same [settings](settings.md) as the server, where it needs any,
and explains itself with \`--help\`.

${Object.entries(commands).map(describe).join('\n')}`

const describe = ([name, { usage, about, details }]: [string, Command]): string => `## ${name}

    countersign ${usage}

${about}
${details === undefined ? '' : `\n\`\`\`text\n${details}\n\`\`\`\n`}`
