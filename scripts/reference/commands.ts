// docs/reference/commands.md: the command line, in the words of its own help.
import { createProgram, pathOf } from '../../server/src/commands/command-line.ts'

type Command = Awaited<ReturnType<typeof createProgram>>

const program = await createProgram()

/** The page of all commands. */
export const makeCommands = (): string => `# Commands

\`npx countersign COMMAND\`, in the folder of the installation. Each reads the same [settings](settings.md) as the server, where it needs any,
and explains itself with \`--help\`. \`countersign completion\` prints completion scripts for bash, zsh and fish.

\`\`\`text
${program.helpInformation().trim()}
\`\`\`

${leaves(program).map(describe).join('\n')}`

/** Those that do something, in the order of the help. */
function leaves(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leaves)
}

function describe(command: Command): string {
  let help = ''
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp()
  return `## ${pathOf(command)}

\`\`\`text
${help.trim()}
\`\`\`
`
}
